#!/usr/bin/env python3
"""Makes the documentation site: build.py OUTPUT VERSION. What must be installed: .ci/install --docs.

The navigation is docs/index.md: each heading there is a menu, each link of it a page.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
import filter as pages

SITE = pathlib.Path(pages.SITE)
ROOT = pathlib.Path(pages.ROOT)
MATHJAX = pathlib.Path('/usr/share/javascript/mathjax')
AWESOME = pathlib.Path('/usr/share/doxygen-awesome-css')
REFERENCE = [('modules', 'Names by layer'), ('classlist', 'Types'), ('classindex', 'Types by letter'),
             ('namespacemembers', 'Names by letter'), ('filelist', 'Headers')]
# What of MathJax turns TeX into SVG.
MATHJAX_PARTS = ['MathJax.js', 'extensions', 'jax/element', 'jax/input/TeX', 'jax/output/SVG/jax.js',
                 'jax/output/SVG/config.js', 'jax/output/SVG/autoload', 'jax/output/SVG/fonts/TeX']


def page_files():
    return [ROOT / 'README.md', *sorted((ROOT / 'docs').rglob('*.md'))]


def title_of(path):
    return re.search(r'^# (.*)', path.read_text(encoding='utf-8'), re.M)[1].replace('`', '')


def quoted(text):
    return text.replace('&', '&amp;').replace('"', '&quot;').replace('<', '&lt;')


def layout(default):
    """Doxygen's layout with the menus of docs/index.md."""
    index = (ROOT / 'docs' / 'index.md').read_text(encoding='utf-8')
    menus = ['<tab type="mainpage" visible="yes" title="typeformer"/>']
    for part in re.split(r'^## ', index, flags=re.M)[1:]:
        title, _, body = part.partition('\n')
        tabs = []
        for link in re.findall(r'\]\(([^)#]+\.md)\)', body):
            path = ROOT / 'docs' / link
            target = pages.page_name(str(path))
            tabs.append('<tab type="user" url="@ref %s" title="%s"/>' % (target, quoted(title_of(path))))
        if title == 'Reference':
            tabs = ['<tab type="%s" visible="yes" title="%s"/>' % tab for tab in REFERENCE] + tabs
        menus.append('<tab type="usergroup" visible="yes" title="%s" url="@ref all_pages">%s</tab>'
                     % (title, ''.join(tabs)))
    # What a name is comes before its members.
    default = re.sub(r'<briefdescription visible="yes"/>(.*?)\s*<detaileddescription title=""/>',
                     r'<detaileddescription title=""/>\1', default, flags=re.S)
    return re.sub(r'<navindex>.*</navindex>', lambda _: '<navindex>' + '\n'.join(menus) + '</navindex>', default,
                  flags=re.S)


def linked_files():
    """Files of the repository, not pages, that pages lead to."""
    for path in page_files():
        for link in pages.LINK.findall(re.sub(r'^```.*?^```', '', path.read_text(encoding='utf-8'), flags=re.S | re.M)):
            target = link[2].partition('#')[0]
            full = pathlib.Path(os.path.normpath(path.parent / target))
            if target and not re.match(r'[a-z]+:', target) and full.suffix != '.md' and full.is_file():
                yield full


def mend(html):
    """Takes away links of Doxygen 1.9.4 to what it leaves out: empty sections, members of unnamed types."""
    texts = {path: path.read_text(encoding='utf-8') for path in html.glob('*.html')}
    anchors = {path.name: set(re.findall(r'(?:id|name)="([^"]+)"', text)) for path, text in texts.items()}
    for path, text in texts.items():
        mended = re.sub(r'<a href="#([\w-]+)">[^<]*</a>(?: &#124;)?\s*',
                        lambda f: f[0] if f[1] in anchors[path.name] else '', text)
        mended = re.sub(r'href="(\w+\.html)#(a[0-9a-f]{32})"',
                        lambda f: f[0] if f[2] in anchors.get(f[1], ()) else 'href="%s"' % f[1], mended)
        if mended != text:
            path.write_text(mended, encoding='utf-8')


def run(*command, **options):
    return subprocess.run([str(word) for word in command], check=True, **options)


def main(output, version):
    if not shutil.which('doxygen') or not AWESOME.is_dir() or not MATHJAX.is_dir():
        sys.exit('the site needs doxygen, doxygen-awesome-css and libjs-mathjax: .ci/install --docs installs them')
    output = pathlib.Path(output).resolve()
    html = output / 'html'
    shutil.rmtree(html, ignore_errors=True)
    html.mkdir(parents=True)

    run('doxygen', '-l', output / 'layout.xml')
    (output / 'layout.xml').write_text(layout((output / 'layout.xml').read_text()))
    run('doxygen', '-w', 'html', output / 'header.html', output / 'footer.html', output / 'style.css')
    header = (output / 'header.html').read_text()
    script = '<script type="text/javascript" src="$relpath^%s"></script>\n'
    scripts = [path.name for path in sorted(AWESOME.glob('*.js')) if 'toc' not in path.name and 'link' not in path.name]
    (output / 'header.html').write_text(header.replace('</head>', ''.join(script % name for name in scripts) + '''\
<script type="text/javascript">DoxygenAwesomeDarkModeToggle.init(); DoxygenAwesomeFragmentCopyButton.init();</script>
</head>'''))

    settings = (SITE / 'Doxyfile.in').read_text(encoding='utf-8')
    for word, value in {'source': ROOT, 'output': output, 'version': version, 'python': sys.executable,
                        'awesome': AWESOME, 'scripts': ' '.join('"%s"' % (AWESOME / name) for name in scripts)}.items():
        settings = settings.replace('@%s@' % word, str(value))
    (output / 'Doxyfile').write_text(settings)
    run('doxygen', output / 'Doxyfile')
    mend(html)

    for part in MATHJAX_PARTS:
        source, target = MATHJAX / part, html / 'mathjax' / part
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target)
        elif source.exists():
            shutil.copy(source, target)
    for path in set(linked_files()):
        target = html / pages.copy_of(str(path))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
    warnings = (output / 'warnings.txt').read_text().splitlines()
    print('%s: %d pages, %d warnings' % (html / 'index.html', len(list(html.glob('*.html'))), len(warnings)))


if __name__ == '__main__':
    main(*sys.argv[1:])
