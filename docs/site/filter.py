#!/usr/bin/env python3
"""What Doxygen reads in place of a file: filter.py FILE prints it. Lines keep their numbers, so warnings name the right ones.

A header loses what is internal (namespaces detail, specializations without a comment, overloads that only refuse a call).
Members of a protocol that have no comment get the sentence of protocol.txt, and an overload without one that of the
overload before it. Sections of comments (shapes, cost, ...) become paragraphs with a title.
A page gets the anchors that GitHub makes of headings, and formulas as Doxygen marks them.
"""
import fnmatch
import os
import re
import sys

SITE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(SITE))
SECTIONS = ('shapes', 'units', 'error', 'cost', 'refuses', 'requires', 'throws', 'returns', 'source')

GATES = re.compile(r'requires\s*\((?:sizeof\(\w+\) > 0 && )?(?:\s*must_\w+<[^()]*>\(\)\s*(?:&&)?)+\)')


def blank(text):
    return re.sub(r'[^\n]', ' ', text)


# ------------------------------------------------------------------------------------------------------------ headers
def masked(text):
    """The text with comments, literals and preprocessor lines blanked; and the doc comments as (start, end, text)."""
    docs = []
    out = []
    at = 0
    token = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![\w])\'(?:\\.|[^\'\\\n])+\''
                       r'|^[ \t]*#(?:[^\n]*\\\n)*[^\n]*', re.S | re.M)
    for found in token.finditer(text):
        out.append(text[at:found.start()])
        out.append(blank(found[0]))
        if found[0].startswith('///'):
            docs.append((found.start(), found.end(), found[0]))
        at = found.end()
    out.append(text[at:])
    return ''.join(out), docs


def closing(text, at):
    """The position behind the bracket that closes the one at `at`."""
    pairs = {'(': ')', '[': ']', '{': '}'}
    stack = []
    for i in range(at, len(text)):
        if text[i] in pairs:
            stack.append(pairs[text[i]])
        elif stack and text[i] == stack[-1]:
            stack.pop()
            if not stack:
                return i + 1
    return len(text)


def angle_closing(text, at):
    depth = 0
    i = at
    while i < len(text):
        if text[i] in '([{':
            i = closing(text, i)
            continue
        if text[i] == '<':
            depth += 1
        elif text[i] == '>' and text[i - 1] not in '-=':
            depth -= 1
            if depth == 0:
                return i + 1
        i += 1
    return len(text)


def space(text, at):
    while at < len(text) and text[at].isspace():
        at += 1
    return at


def without_head(text):
    """Where the declaration begins behind `template <...>`, requires clauses and attributes."""
    at = space(text, 0)
    while True:
        if re.match(r'template\s*<', text[at:]):
            at = space(text, angle_closing(text, text.index('<', at)))
        elif re.match(r'\[\[', text[at:]):
            at = space(text, closing(text, at))
        elif re.match(r'requires\b', text[at:]):
            at = space(text, at + len('requires'))
            while True:
                while text[at] == '!':
                    at = space(text, at + 1)
                if re.match(r'requires\b', text[at:]):
                    at = space(text, at + len('requires'))
                    if text[at] == '(':
                        at = space(text, closing(text, at))
                    at = space(text, closing(text, at))
                elif text[at] == '(':
                    at = space(text, closing(text, at))
                else:
                    at = space(text, at + len(re.match(r'[\w:]*', text[at:])[0]))
                    if text[at] == '<':
                        at = space(text, angle_closing(text, at))
                    while text.startswith('::', at):
                        at = space(text, at + len(re.match(r'[\w:]*', text[at:])[0]))
                        if text[at] == '<':
                            at = space(text, angle_closing(text, at))
                if text[at:at + 2] in ('&&', '||'):
                    at = space(text, at + 2)
                else:
                    break
        else:
            return at


class header:
    def __init__(self, path, text):
        self.path = path
        # Operators that a macro makes, which only refuse.
        text = re.sub(r'^#define TYPEFORMER_NO_.*^#undef TYPEFORMER_NO_\w+', lambda f: blank(f[0]), text, flags=re.S | re.M)
        text = re.sub(r'^ *TYPEFORMER_NO_OTHER_CALL\w*\(.*?"\)$', lambda f: blank(f[0]), text, flags=re.S | re.M)
        self.text = text
        self.code, self.docs = masked(text)
        self.refused = set()
        self.edits = []  # start, end, replacement
        self.table = protocol(path)

    def edit(self, start, end, replacement=''):
        self.edits.append((start, end, replacement))

    def hide(self, start, end):
        """Blanks code and comments; preprocessor lines stay."""
        part = self.text[start:end]
        kept = re.sub(r'^(?![ \t]*#)[^\n]*$', '', part, flags=re.M) if '\n' in part else ''
        self.edit(start, end, kept)

    def doc_before(self, start, previous):
        return [d for d in self.docs if previous <= d[0] < start and not d[2].startswith('///<')]

    def has_doc_behind(self, end):
        line = self.text.find('\n', end)
        return any(end <= d[0] < line and d[2].startswith('///<') for d in self.docs)

    def declarations(self, at, end, public):
        """(start, end) of each declaration in a scope, and access labels' effect."""
        code = self.code
        while True:
            at = space(code, at)
            if at >= end:
                return
            label = re.match(r'(public|private|protected)\s*:(?!:)', code[at:end])
            if label:
                public = label[1] == 'public'
                at += len(label[0])
                continue
            if code[at] in ';}':
                at += 1
                continue
            start = at
            is_value = False
            head = start + without_head(code[start:end] + ' ')
            at = head
            while at < end:
                c = code[at]
                if c in '([':
                    at = closing(code, at)
                elif c == '<' and re.search(r'\w\s*$', code[start:at]) and not is_value:
                    at = angle_closing(code, at)
                elif c == '=' and not re.search(r'operator[=!<>+\-*/%]*$', code[start:at]):
                    is_value = True
                    at += 1
                elif c == ';':
                    at += 1
                    break
                elif c == '{':
                    before = code[head:at].rstrip()
                    after = closing(code, at)
                    next_at = space(code, after)
                    if re.search(r'\brequires(\s*\([^{}]*\))?$', before) or is_value:
                        at = after
                    elif next_at < end and code[next_at] == ';':
                        at = next_at + 1
                        break
                    elif next_at < end and code[next_at] in ',{' and re.search(r'\)\s*(noexcept\s*)?:', before):
                        at = after
                    else:
                        at = after
                        break
                else:
                    at += 1
            yield start, head, at, public

    def scope(self, at, end, owner, public=True):
        """owner: None in a namespace, else the name of the class."""
        previous = at
        known = {}  # name: sentence of the last documented declaration of the name
        for start, head, stop, public in self.declarations(at, end, public):
            rest = self.code[head:stop]
            for gate in GATES.finditer(self.code, start, head):  # what they ask is said under `requires`
                self.edit(gate.start(), gate.end(), re.sub(r'[^\n]', '', gate[0]))
            docs = self.doc_before(start, previous)
            documented = bool(docs) or self.has_doc_behind(stop)
            last, previous = previous, stop
            space_name = re.match(r'(?:inline\s+)?namespace\s+([\w:]+)?', rest)
            if space_name:
                if 'detail' in (space_name[1] or '').split('::'):
                    self.hide(docs[0][0] if docs else start, stop)
                    continue
                open_at = self.code.index('{', head)
                version = re.search(r'(::)?inline\s+(namespace\s+)?v\d+_\d+\s*', self.code[head:open_at])
                if version:  # it is not a name that programs write
                    self.edit(head + version.start(), head + version.end() + (0 if version[1] else 1))
                    if not version[1]:
                        self.edit(stop - 1, stop)
                if (space_name[1] or '').startswith('typeformer'):
                    self.of_file(docs, open_at)
                    self.edit(stop - 1, stop - 1, '/** @} */ ')
                self.scope(open_at + 1, stop - 1, None)
                continue
            if not public:
                continue
            type_name = re.match(r'(struct|class|union|enum(?:\s+class)?)\s+(?:alignas\s*\([^)]*\)\s*)?(\w+)\s*(<)?', rest)
            if type_name and '{' in rest:
                if self.is_refused(rest):
                    self.refused.add(type_name[2])
                    self.hide(docs[0][0] if docs else start, stop)
                    continue
                if type_name[3] and type_name[2] in self.refused:  # stands for the primary
                    self.refused.discard(type_name[2])
                    open_at = head + type_name.start(3)
                    self.edit(open_at, angle_closing(self.code, open_at))
                elif type_name[3] and not documented:
                    self.hide(start, stop)
                    continue
                if not documented:
                    self.give(start, type_name[2], owner, 'type')
                if not type_name[1].startswith('enum'):
                    open_at = self.code.index('{', self.body_of_class(head, stop))
                    self.scope(open_at + 1, closing(self.code, open_at) - 1, type_name[2],
                               type_name[1] != 'class')
                continue
            if type_name and rest.rstrip().endswith(';') and '(' not in rest and re.match(
                    r'(struct|class|union)\s+\w+\s*(<.*>)?\s*(final\s*)?(:.*)?;$', rest, re.S) and ':' not in rest:
                continue  # declared only
            if rest.startswith('BOOST_HANA_DEFINE_STRUCT'):
                self.of_struct(start, stop)
                continue
            name, kind, specialized = self.name_of(rest)
            if not name or rest.startswith(('friend', 'static_assert', 'extern template', 'using namespace')):
                if rest.startswith('friend') and not documented and name is None:
                    continue
                if rest.startswith('static_assert') or not name:
                    continue
            if kind == 'variable' and owner:
                self.of_each(head, stop, owner, documented, docs)
            if documented:
                sentence = self.sentence_of(docs)
                if sentence:
                    known[name] = sentence
                continue
            is_first = name not in known and self.row(name, owner, kind)  # has rules, too, but is no refusal alone
            if specialized or self.refuses(rest, r'detail::must_') or not is_first and self.refuses(rest):
                self.hide(start, stop)
            elif rest.rstrip(' ;').endswith('delete') or rest.rstrip(' ;').endswith('default'):
                self.hide(start, stop)
            elif name in known:
                self.edit(start, start, '/** ' + known[name] + ' */ ')
            else:
                self.give(start, name, owner, kind)
                if self.given:
                    known[name] = self.given

    def is_refused(self, rest):
        """Whether a class is what wrong arguments get; a specialization is what right ones do."""
        return bool(re.match(r'\w+\s+\w+\s*:\s*(public\s+)?detail::refused_|\w+\s+\w+\s*\{\s*using refused = [^;]*;\s*\}', rest))

    def body_of_class(self, head, stop):
        at = head
        while self.code[at] != '{':
            if self.code[at] == '<':
                at = angle_closing(self.code, at)
            elif self.code[at] in '([':
                at = closing(self.code, at)
            else:
                at += 1
        return at

    def name_of(self, rest):
        alias = re.match(r'using\s+(\w+)\s*=', rest)
        if alias:
            return alias[1], 'type', False
        using = re.match(r'using\s+(?:typename\s+)?([\w:<>]+?)(\w+)\s*;', rest)
        if using:
            return using[2], 'using', False
        concept = re.match(r'concept\s+(\w+)', rest)
        if concept:
            return concept[1], 'concept', False
        operator = re.search(r'\boperator\s*(\(\)|\[\]|[^\s\w(]+|[\w:]+[^(]*)', rest)
        at = 0
        word = None
        specialized = False
        while at < len(rest):
            c = rest[at]
            if operator and at == operator.start():
                return 'operator' + operator[1].strip(), 'function', False
            if c == '<' and word:
                at = angle_closing(rest, at)
                specialized = True
                continue
            if c == '(':
                if word in ('decltype', 'explicit', 'alignas', 'noexcept', 'requires'):
                    at = closing(rest, at)
                    continue
                return word, 'function', specialized
            if c in '={;[':
                return word, 'variable', specialized
            found = re.match(r'~?\w+', rest[at:])
            if found:
                word = found[0]
                specialized = False
                at += len(word)
                continue
            at += 1
        return word, 'variable', specialized

    def refuses(self, rest, by=r'detail::must_|static_assert\(|view\(\)\['):
        """Whether a function is there only to say that a call is wrong: its body begins so, and it has no comment."""
        at, body = 0, ''
        while at < len(rest):
            if rest[at] == '{':
                body = rest[at:closing(rest, at)]
                at += len(body)
            else:
                at = closing(rest, at) if rest[at] in '([' else at + 1
        return bool(re.match(r'\{\s*(return\s+)?(%s)' % by, body))

    def sentence_of(self, docs):
        lines = [re.sub(r'^///<?\s?', '', d[2]) for d in docs]
        paragraph = []
        for line in lines:
            if not line.strip() or line.split()[0] in SECTIONS:
                if paragraph:
                    break
                continue
            paragraph.append(line.strip())
        return escaped(' '.join(paragraph)).replace('*/', '')

    def row(self, name, owner, kind):
        for names, of_kind, owners, sentence in self.table:
            if owner and of_kind in ('*', kind) and fits(name, names) and fits(owner, owners):
                return escaped(sentence.replace('NAME', name).replace('OWNER', owner))
        return None

    def give(self, start, name, owner, kind):
        self.given = self.row(name, owner, kind)
        if self.given:
            self.edit(start, start, '/** ' + self.given + ' */ ')

    def of_each(self, head, stop, owner, documented, docs):
        """`T a, b;` as `T a; T b;`: Doxygen takes a comment for the first one alone."""
        code, at, names = self.code, head, []
        while at < stop and code[at] not in '=;{,':
            if code[at] == '<':
                at = angle_closing(code, at)
            elif code[at] in '([':
                at = closing(code, at)
            else:
                at += 1
        first = re.search(r'[*&]?\s*(\w+)\s*(\[.*\])?\s*$', code[head:at])
        if not first:
            return
        of_type = self.text[head:head + first.start()]
        while at < stop:
            if code[at] in '([{':
                at = closing(code, at)
            elif code[at] == '<' and re.match(r'<[\w:, <>*]*>', code[at:]):
                at = angle_closing(code, at)
            elif code[at] == ',':
                name = re.match(r'\s*\*?\s*(\w+)', code[at + 1:])
                given = self.sentence_of(docs) if docs else self.sentence_behind(stop) if documented else None
                sentence = given or self.row(name[1], owner, 'variable')
                comment = ' /** ' + sentence + ' */' if sentence else ''
                if of_type.strip():
                    self.edit(at, at + 1, ';' + comment + ' ' + ' '.join(of_type.split()))
                at += 1
            else:
                at += 1

    def sentence_behind(self, end):
        line = self.text.find('\n', end)
        return ''.join(escaped(d[2][4:].strip()) for d in self.docs if end <= d[0] < line)

    def of_struct(self, start, stop):
        """BOOST_HANA_DEFINE_STRUCT(owner, (type, name), ...) as the members that it declares."""
        text = self.text[start:stop]
        inner = text[text.index('(') + 1:text.rindex(')')]
        owner_end = inner.find(',')
        members = inner[owner_end + 1:] if owner_end >= 0 else ''
        out, at = '', 0
        code = masked(members)[0]
        while at < len(code):
            if code[at] == '(':
                end = closing(code, at)
                cut = code.rindex(',', at, end)
                out += '/** %s */ %s %s;' % (self.of_member, members[at + 1:cut], members[cut + 1:end - 1])
                at = end
            else:
                out += '\n' if members[at] == '\n' else ''
                at += 1
        lead = text[:text.index('(') + 1].count('\n') + inner[:owner_end + 1].count('\n')
        out = '\n' * lead + out
        out += '\n' * (text.count('\n') - out.count('\n'))
        self.edit(start, stop, out)

    of_member = 'A parameter or a submodule; its name in files is that of this member.'

    def of_file(self, docs, open_at):
        """A comment before the namespace is about the file; the namespace's members are the folder's group."""
        if docs:
            line = self.text.rfind('\n', 0, docs[0][0])
            before = self.text.rfind('\n', 0, line)
            if self.text[before + 1:line].strip() == '':
                self.edit(before + 1, line, '/// @file')
        folder = os.path.dirname(self.path.split('include/typeformer/')[-1]).split('/')[0] or 'whole'
        self.edit(open_at + 1, open_at + 1, ' /** @layer{' + folder + '} */')

    def result(self):
        self.scope(0, len(self.code), None)
        for start, end, text in self.docs:
            if not any(s <= start < e for s, e, _ in self.edits):
                self.edit(start, end, None)
        out, at, previous = [], 0, None
        comments = comment_lines(self.docs, self.text)
        for start, end, replacement in sorted(self.edits, key=lambda e: (e[0], e[1])):
            if start < at:
                continue
            out.append(self.text[at:start])
            out.append(comments[start] if replacement is None else replacement)
            at = end
        out.append(self.text[at:])
        return ''.join(out)


def escaped(text):
    """< and > outside of `code` are no tags."""
    parts = re.split(r'(`[^`]*`)', text)
    for i in range(0, len(parts), 2):
        parts[i] = re.sub(r'(?<!\\)([<>@#])', r'\\\1', parts[i])
    return ''.join(parts)


def comment_lines(docs, text):
    """Each line of the doc comments as Doxygen should read it, by its position."""
    out = {}
    block = []

    def finish():
        in_table = False
        for i, (start, mark, line) in enumerate(block):
            is_next_table = i + 1 < len(block) and re.match(r'\s{3,}\S', block[i + 1][2])
            word = re.match(r' (%s)(?:\s{2,}|\s(?=\S))(.*)' % '|'.join(SECTIONS), line)
            previous_blank = i == 0 or not block[i - 1][2].strip()
            if not line.strip() and is_next_table and not in_table:
                in_table = True
                out[start] = mark + ' @code{.unparsed}'
            elif in_table:
                ends = i + 1 == len(block) or not re.match(r'\s{3,}\S', block[i + 1][2]) and (
                    not block[i + 1][2].strip() or True) and not (
                        not block[i + 1][2].strip() and i + 2 < len(block) and re.match(r'\s{3,}\S', block[i + 2][2]))
                out[start] = mark + line
                if ends:
                    in_table = False
                    out[start] += ' @endcode'
            elif word and mark == '///' and (re.match(r' \w+\s{2,}', line) or in_sections(block, i) or previous_blank
                                             and re.match(r' (requires|throws|source|returns) ', line)):
                out[start] = mark + ' @' + word[1] + '_ ' + re.sub(r'\s{3,}', ' &emsp;', escaped(word[2]))
            else:
                out[start] = mark + escaped(re.sub(r'\s{3,}', '  ', line) if line.strip() else line)
        block.clear()

    end = None
    for start, stop, comment in docs:
        mark = re.match(r'///<?', comment)[0]
        if end is not None and text[end:start].strip(' \t') != '\n':
            finish()
        block.append((start, mark, comment[len(mark):]))
        end = stop
        if mark == '///<':
            finish()
    finish()
    return out


def fits(name, patterns):
    return any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns.split('|'))


def in_sections(block, i):
    return any(re.match(r' (%s)\s' % '|'.join(SECTIONS), line) for _, _, line in block[max(0, i - 3):i])


def protocol(path):
    """Rows of protocol.txt that hold for a file: (names, kind, owners, sentence)."""
    rows = []
    holds = False
    for line in open(os.path.join(SITE, 'protocol.txt'), encoding='utf-8'):
        line = line.rstrip('\n')
        if line.startswith('['):
            holds = any(fnmatch.fnmatch(path.split('include/typeformer/')[-1], p) for p in line.strip('[]').split())
        elif line.strip() and not line.startswith('#') and holds:
            name, kind, owner, sentence = line.split(None, 3)
            rows.append((name, kind, owner, sentence))
    return rows


# -------------------------------------------------------------------------------------------------------------- pages
def page_name(path):
    """The page of docs/decisions/gates.md is decisions_gates."""
    path = os.path.relpath(path, ROOT)
    if path == 'README.md':
        return 'index'
    name = re.sub(r'^docs/|\.md$', '', path).replace('/', '_').lower()
    return {'index': 'all_pages'}.get(name, name)


def slug(heading):
    """The anchor that GitHub makes of a heading."""
    return re.sub(r'\s', '-', re.sub(r'[^\w\s-]', '', heading.strip().lower()))


def target_of(link, path):
    """Where a page's link leads in the site. A file that is no page is copied below files/ (build.py)."""
    if re.match(r'[a-z]+:', link):
        return link
    file, _, anchor = link.partition('#')
    if not file:
        return page_name(path) + '.html#' + page_name(path) + '-' + anchor
    full = os.path.normpath(os.path.join(os.path.dirname(path), file))
    if full.endswith('.md'):
        return page_name(full) + '.html' + ('#' + page_name(full) + '-' + anchor if anchor else '')
    return copy_of(full)


def copy_of(full):
    name = 'files/' + os.path.relpath(full, ROOT)
    return name if name.endswith(('.svg', '.png')) else name + '.txt'


LINK = re.compile(r'(!?)\[((?:[^\[\]`]|`[^`]*`)*)\]\(([^()\s]+)\)')
CODE = re.compile(r'(`+)(?!`)(.+?)(?<!`)\1(?!`)', re.S)


def page(path, text):
    """A page of GitHub's Markdown as Doxygen 1.9.4 reads it."""
    parts = re.split(r'(^```.*?^```[ \t]*$|(?<=\n\n)(?:    [^\n]*\n)+)', text, flags=re.S | re.M)
    name = page_name(path)
    has_title = False
    for i, part in enumerate(parts):
        if i % 2 and part.startswith(' '):
            parts[i] = '~~~{.unparsed}\n%s~~~\n' % re.sub(r'^    ', '', part, flags=re.M)
            continue
        if i % 2:
            opening, _, body = part.partition('\n')
            language = opening.strip('`').strip()
            kind = '.cpp' if language == 'cpp' else '.unparsed'
            parts[i] = '~~~{%s}\n%s~~~' % (kind, body[:body.rindex('```')])
            if language in ('text', 'diff'):  # what is printed has long lines, whose end matters: site.css wraps them
                parts[i] = '<div class="printed">\n' + parts[i] + '\n</div>'
            continue
        lines = part.split('\n')
        for j, line in enumerate(lines):
            heading = re.match(r'(#+) (.*)', line)
            if not heading:
                continue
            title = LINK.sub(r'\2', heading[2]).replace('`', '')
            if heading[1] == '#' and not has_title:
                has_title = True
                label = 'mainpage' if name == 'index' else name
                toc = '\n[TOC]\n' if text.count('\n## ') > 3 and name != 'index' else ''
                lines[j] = '# %s {#%s}' % (title, label) + toc
            else:
                lines[j] = '%s %s {#%s-%s}' % (heading[1], title, name, slug(heading[2]))
        lines = re.split(r'(^#+ .*$|^\[TOC\]$)', '\n'.join(lines), flags=re.M)
        lines[::2] = [prose(text_of, path) for text_of in lines[::2]]
        parts[i] = ''.join(lines)
    return ''.join(parts)


def prose(text, path):
    """Links, formulas and code in a line. What is in code or in a formula is no markup."""
    kept = []

    def keep(replacement):
        kept.append(replacement)
        return '\x01%d\x02' % (len(kept) - 1)

    def code(found):
        inside = re.sub(r'\s+', ' ', found[2])
        for character, entity in ('&', '&amp;'), ('<', '&lt;'), ('>', '&gt;'), ('"', '&quot;'):
            inside = inside.replace(character, entity)
        # A bar that is escaped is one in a table, where Doxygen escapes it, too.
        inside = re.sub(r'\\(?!\|)|[@#%*_~`]|::|--', r'\\\g<0>', inside)
        return keep('<code>' + inside + '</code>')

    def link(found):
        to = target_of(found[3], path)
        if found[1]:
            return keep('<img src="%s" alt="%s"/>' % (to, found[2].replace('"', '&quot;')))
        return keep('<a href="%s">' % to) + found[2] + keep('</a>')

    text = CODE.sub(code, text)
    text = re.sub(r'\$\$(.+?)\$\$', lambda f: keep('\\f[' + f[1] + '\\f]'), text, flags=re.S)
    text = re.sub(r'(?<![\\$\w])\$(?! )([^$\n]+?)(?<! )\$(?!\w)', lambda f: keep('\\f$' + f[1] + '\\f$'), text)
    text = LINK.sub(link, text)
    text = re.sub(r'(?<!\\)([@#])(?=\w)', r'\\\1', text)
    text = re.sub(r'<(?=[\w,/ ])', '&lt;', text).replace('::', '\\::')
    while '\x01' in text:
        text = re.sub('\x01(\\d+)\x02', lambda f: kept[int(f[1])], text)
    return text


if __name__ == '__main__':
    path = os.path.abspath(sys.argv[1])
    text = open(path, encoding='utf-8').read()
    if path.endswith('.hpp'):
        text = header(path, text).result()
    elif path.endswith('.md'):
        text = page(path, text)
    sys.stdout.write(text)
