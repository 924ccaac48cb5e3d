#!/usr/bin/env python3
"""Looks at the documentation site: check.py pages|warnings|links|looks OUTPUT, without a network. 77 is skipped.

pages     links of README.md and docs/ lead to files and headings that there are, and docs/index.md to every page
warnings  Doxygen said no more than BUDGET: names without a comment, and whatever else
links     links and anchors of the site lead to something, and nothing is loaded from elsewhere
looks     headless Chromium shows pages in light, dark and narrow: formulas are drawn, nothing is wider than a phone,
          the search finds a name. The pictures are OUTPUT/looks/*.png, to be looked at
"""
import html.parser
import pathlib
import re
import shutil
import subprocess
import sys
import urllib.parse

sys.dont_write_bytecode = True
import build
import filter as pages

# How many warnings there may be; it may only fall.
BUDGET = 0
SHOWN = {
    'front': 'index.html',
    'formulas': 'formulas.html',
    'reference': 'structtypeformer_1_1multi__head__attention.html',
    'complexity': 'complexity.html',
    'errors': 'errors_heads.html',
}
PHONE = 390


def faults_of_pages(_):
    docs = build.ROOT / 'docs'
    index = docs / 'index.md'

    def listed(page):
        return {(docs / link[2].partition('#')[0]).resolve() for link in pages.LINK.findall(page.read_text())}
    in_menus, errors = listed(index), listed(docs / 'errors.md')
    for path in build.page_files():
        if path.parent == docs / 'errors':  # too many for a menu
            if path not in errors:
                yield '%s: docs/errors.md does not lead to it' % path.relative_to(build.ROOT)
        elif path != index and path not in in_menus:
            yield '%s: docs/index.md does not lead to it, so it is in no menu' % path.relative_to(build.ROOT)
        text = re.sub(r'^```.*?^```', '', path.read_text(encoding='utf-8'), flags=re.S | re.M)
        for _, _, link in pages.LINK.findall(pages.CODE.sub('', text)):
            if re.match(r'[a-z]+:', link):
                continue
            file, _, anchor = link.partition('#')
            target = path.parent / file if file else path
            if not target.is_file():
                yield '%s: there is no file %s' % (path.relative_to(build.ROOT), link)
            elif anchor and target.suffix == '.md':
                headings = re.findall(r'^#+ (.*)$', target.read_text(encoding='utf-8'), re.M)
                if anchor not in map(pages.slug, headings):
                    yield '%s: there is no heading for %s' % (path.relative_to(build.ROOT), link)


def faults_of_warnings(output):
    warnings = (output / 'warnings.txt').read_text(encoding='utf-8').splitlines()
    undocumented = sum('is not documented' in line for line in warnings)
    print('%d warnings, of which %d name what has no comment; the budget is %d' % (len(warnings), undocumented, BUDGET))
    if len(warnings) > BUDGET:
        yield from warnings[:40]
    for line in warnings:
        if 'is not documented' not in line:
            yield line


class page_parser(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.anchors, self.links, self.loaded = set(), [], []

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.anchors.update(attributes[name] for name in ('id', 'name') if attributes.get(name))
        if tag == 'a' and attributes.get('href'):
            self.links.append(attributes['href'])
        for name in ('src', 'data') if tag != 'link' else ('href',):
            if attributes.get(name):
                self.loaded.append(attributes[name])


def faults_of_links(output):
    root = output / 'html'
    parsed = {}
    for path in root.glob('*.html'):
        parser = page_parser()
        parser.feed(path.read_text(encoding='utf-8'))
        parsed[path.name] = parser
    count = 0
    for name, parser in sorted(parsed.items()):
        for link in parser.loaded:
            if re.match(r'(https?:)?//', link):
                yield '%s: loads %s' % (name, link)
        for link in parser.links + parser.loaded:
            if re.match(r'[a-z]+:', link):
                continue
            count += 1
            file, _, anchor = link.partition('#')
            file, anchor = urllib.parse.unquote(file) or name, urllib.parse.unquote(anchor)
            if not (root / file).exists():
                yield '%s: there is no file for %s' % (name, link)
            elif anchor and file in parsed and anchor not in parsed[file].anchors:
                yield '%s: there is no anchor for %s' % (name, link)
    print('%d pages, %d links' % (len(parsed), count))


def chromium(output, *arguments):
    command = ['chromium', '--headless=new', '--no-sandbox', '--disable-gpu', '--hide-scrollbars',
               '--user-data-dir=%s' % (output / 'looks' / 'profile'), '--allow-file-access-from-files',
               '--host-resolver-rules=MAP * ~NOTFOUND', '--virtual-time-budget=20000', *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120).stdout


# A page as a phone shows it: Chromium's own window cannot be so narrow. What is wider than the frame is written down.
FRAME = '''<!DOCTYPE html><body style="margin:0"><iframe id="f" src="%s" width="%d" height="%d" style="border:0"></iframe>
<script>f.onload = () => setTimeout(() => {
  const root = f.contentDocument.documentElement;
  document.body.dataset.wider = root.scrollWidth - root.clientWidth;
  document.body.dataset.what = [...root.querySelectorAll('body *')].filter(
    e => e.getBoundingClientRect().right > root.clientWidth + 1).slice(0, 5).map(e => e.tagName + '.' + e.className).join(' ');
}, 5000);</script></body>'''


def faults_of_looks(output):
    if not shutil.which('chromium'):
        print('skipped: Chromium is missing; .ci/install --docs installs it')
        sys.exit(77)
    looks, root = output / 'looks', output / 'html'
    shutil.rmtree(looks, ignore_errors=True)
    looks.mkdir()
    for name, page in SHOWN.items():
        source = (root / page).read_text(encoding='utf-8')
        formulas = len(re.findall(r'\\\(.+?\\\)|\\\[.+?\\\]', source, re.S))
        shown = (root / page).as_uri()
        dom = chromium(output, '--dump-dom', shown)
        drawn = len(re.findall(r'<span class="MathJax_SVG"', dom))
        if drawn < formulas or name == 'formulas' and not drawn:
            yield '%s: %d of %d formulas are drawn' % (page, drawn, formulas)
        for wrong in re.findall(r'Undefined control sequence [^<]*|Math Processing Error|Missing [^<]*|noError', dom):
            yield '%s: a formula is wrong: %s' % (page, wrong)
        print('%s: %d of %d formulas drawn' % (page, drawn, formulas))

        frame = looks / (name + '.html')
        frame.write_text(FRAME % (shown, PHONE, 1600))
        found = re.search(r'data-wider="(-?\d+)"', chromium(output, '--dump-dom', frame.as_uri()))
        dom = chromium(output, '--dump-dom', frame.as_uri())
        if not found or int(found[1]) > 0:
            what = re.search(r'data-what="([^"]*)"', dom)
            yield '%s: wider than a phone by %s: %s' % (page, found and found[1], what and what[1])
        for mode, to, size, more in [('light', shown, '1280,1600', []),
                                     ('dark', shown, '1280,1600', ['--blink-settings=preferredColorScheme=0']),
                                     ('narrow', frame.as_uri(), '500,1600', [])]:
            picture = looks / ('%s_%s.png' % (name, mode))
            chromium(output, '--window-size=' + size, '--screenshot=%s' % picture, *more, to)
            if not picture.exists() or picture.stat().st_size < 10_000:
                yield '%s: there is no picture of it' % picture.name
    index = next(path for path in (root / 'search').glob('all_*.js') if "'multi_5fhead_5fattention" in path.read_text())
    dom = chromium(output, '--dump-dom', index.with_suffix('.html').as_uri() + '?multi_head')
    if not re.search(r'id="SR_multi_5fhead_5fattention_\w+"[^>]*display: block', dom):
        yield 'search: multi_head does not find multi_head_attention'
    shutil.rmtree(looks / 'profile', ignore_errors=True)


def main(part, output):
    output = pathlib.Path(output).resolve()
    if part != 'pages' and not shutil.which('doxygen'):
        print('skipped: Doxygen is missing; .ci/install --docs installs it')
        return 77
    faults = {'pages': faults_of_pages, 'warnings': faults_of_warnings, 'links': faults_of_links,
              'looks': faults_of_looks}[part]
    found = list(faults(output))
    print('\n'.join(found[:60] + ['%d faults' % len(found)]) if found else 'nothing to say')
    return 1 if found else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
