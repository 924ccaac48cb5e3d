"""`typeformer describe`: the tables and what they say."""

import json
import re
import unicodedata
import xml.etree.ElementTree
from pathlib import Path

from program import Test, run

DOCS = Path(__file__).resolve().parents[2] / "docs"


def value_of(formula, extents):
    """The number of a polynomial: "2·B·N²·d_model + B·N"."""
    total = 0
    for product in formula.split(" + "):
        value = 1
        for factor in product.split("·"):
            base = factor.rstrip("²³")
            value *= (extents[base] if base in extents else int(base)) ** {"": 1, "²": 2, "³": 3}[factor[len(base):]]
        total += value
    return total


class Describe(Test):
    def table_of(self, *arguments):
        done = run("describe", *arguments)
        self.check(done, 0, done.out)
        return done.out

    def test_totals(self):
        for model, parameters in ("pronounce", "2,257,664"), ("paper_base", "63,045,632"):
            with self.subTest(model):
                text = self.table_of(model)
                self.assertRegex(text, r"(?m)^parameters  %s$" % parameters)
                report = json.loads(self.table_of(model, "--json"))
                self.assertEqual("{:,}".format(report["parameters"]), parameters)
                self.assertIn("\noperations  {:,}\n".format(report["operations"]), text)
                self.assertIn("\nworkspace   {:,} bytes".format(report["workspace_bytes"]), text)

    def test_sums_are_those_of_the_steps(self):
        for model in "pronounce", "paper_base":
            with self.subTest(model):
                report = json.loads(self.table_of(model, "--json"))
                steps = report["steps"]
                own = [s["parameters"] for s in steps if not s["shares_parameters"]]
                self.assertEqual(sum(own), report["parameters"])
                self.assertEqual(sum(s["operations"] for s in steps), report["operations"])
                self.assertGreater(report["workspace_bytes"], max(s["workspace_bytes"] for s in steps))
                self.assertLess(report["workspace_bytes"], sum(s["workspace_bytes"] for s in steps))

    def test_formulas_are_the_numbers(self):
        report = json.loads(self.table_of("pronounce", "--json"))
        extents = {a["name"]: a["extent"] for a in report["axes"]}
        self.assertEqual((extents["B"], extents["N"], extents["L"]), (64, 64, 40))
        extents.update({"h": 4, "d̃": 32})
        self.assertGreater(len(report["steps"]), 60)
        for step in report["steps"]:
            self.assertEqual(value_of(step["operations_formula"], extents), step["operations"], step)

    def test_modules_are_named(self):
        report = json.loads(self.table_of("pronounce", "--json"))
        steps = [(s["module"], s["operation"], [a["name"] for a in s["shape"]], s["parameters"]) for s in report["steps"]]
        self.assertEqual(steps[0], ("source_embedding", "gather", ["B", "N", "d_model"], 3840))
        self.assertEqual(steps[-1], ("target_embedding", "linear", ["B", "L", "phone"], 5376))
        for layer in range(4):
            for attention in "encoder.%d.self_attention", "decoder.%d.self_attention", "decoder.%d.cross_attention":
                name = attention % layer
                length = "N" if name.startswith("encoder") else "L"
                self.assertIn((name, "attention", ["B", length, "h·d̃"], 0), steps)
                for linear in "query", "key", "value", "output":
                    self.assertEqual(sum(s[:2] == (name + "." + linear, "linear") for s in steps), 1)
            self.assertIn(("encoder.%d.feed_forward.inner" % layer, "linear", ["B", "N", "d_ff"], 66048), steps)
            self.assertIn(("encoder.%d.feed_forward_norm" % layer, "layer norm", ["B", "N", "d_model"], 256), steps)

    def test_columns_are_aligned_and_fit_a_terminal(self):
        def columns(line):  # as a terminal shows it
            return "".join(c for c in line if not unicodedata.combining(c))

        for model in "pronounce", "paper_base":
            lines = [columns(line) for line in self.table_of(model).splitlines()]
            self.assertLessEqual(max(map(len, lines)), 100)
            heading = next(line for line in lines if line.startswith("module"))
            table = lines[lines.index(heading) + 1:lines.index("", lines.index(heading))]
            for line in table:
                self.assertEqual(line[heading.index("shape") - 2:heading.index("shape")], "  ", line)
                self.assertRegex(line[heading.index("shape"):], r"^[BNLV]")
                self.assertEqual(len(line), len(heading), line)

    def test_formulas(self):
        text = self.table_of("paper_base", "--formulas")
        self.assertRegex(text, r"(?m)^encoder\.0\.self_attention  .*softmax\(.* 4·B·h·N²·d̃ \+ 6·B·h·N²$")

    def test_sums_as_formulas(self):
        for arguments in ["pronounce"], ["pronounce", "--layer", "decoder_layer"], ["pronounce", "--layer", "recurrence"]:
            report = json.loads(self.table_of(*arguments, "--format", "json"))
            extents = {a["name"]: a["extent"] for a in report["axes"]}
            extents.update({"h": 4, "d̃": 32, "N": 64})
            self.assertEqual(value_of(report["operations_formula"], extents), report["operations"])
            factored = report["operations_factored"].replace("·", "*").replace("²", "**2")
            for name in sorted(extents, key=len, reverse=True):
                factored = re.sub(r"(?<![\w])%s(?![\w])" % re.escape(name), str(extents[name]), factored)
            self.assertEqual(eval(factored, {"__builtins__": {}}), report["operations"])
            self.assertLess(factored.count("*"), report["operations_formula"].count("·"))
            self.assertEqual(report["sequential_steps"], value_of(report["sequential_steps_formula"], extents))

    def test_layers_alone(self):
        d, d_ff, parameters = 512, 2048, {}
        for kind in run("describe", "paper_base", "--layer", "?").err.split("{")[1].split("}")[0].split(","):
            with self.subTest(kind):
                report = json.loads(self.table_of("paper_base", "--layer", kind, "--json"))
                parameters[kind] = report["parameters"]
                self.assertIn("\nparameters  {:,}\n".format(report["parameters"]),
                              self.table_of("paper_base", "--layer", kind))
        self.assertEqual(parameters["self_attention"], 4 * d * d)
        self.assertEqual(parameters["cross_attention"], 4 * d * d)
        self.assertEqual(parameters["feed_forward"], 2 * d * d_ff + d_ff + d)
        self.assertEqual(parameters["recurrence"], 2 * d * d + d)
        self.assertEqual(parameters["convolution"], 3 * d * d + d)
        self.assertEqual(parameters["encoder"], 6 * parameters["encoder_layer"])
        self.assertEqual(parameters["decoder_layer"], parameters["encoder_layer"] + 4 * d * d + 2 * d)

    def test_steps_and_paths(self):
        def of(*arguments):
            report = json.loads(self.table_of("paper_base", "--json", *arguments))
            paths = {p["axis"]: (p["length"], p["length_formula"]) for p in report["longest_paths"]}
            return report["sequential_steps_formula"], paths

        self.assertEqual(of(), ("1", {"N": (1, "1"), "L": (1, "1")}))
        self.assertEqual(of("--layer", "recurrence"), ("N", {"N": (512, "N")}))
        self.assertEqual(of("--layer", "convolution"), ("1", {"N": (511, "N/k")}))
        self.assertEqual(of("--layer", "sliding_window_attention"), ("1", {"N": (35, "N/16")}))
        self.assertEqual(of("--layer", "cross_attention"), ("1", {"L": (0, "none"), "N": (1, "1")}))

    def test_refused(self):
        done = run("describe", "paper_base", "--layer", "attention")
        self.assertEqual((done.returncode, done.out), (2, ""))
        self.assertRegex(done.err, r"attention not in \{self_attention,.*,feed_forward,.*,decoder\}")
        for arguments in (["--format", "pdf"], ["--layers", "--format", "svg"], ["--layers", "--layer", "norm"],
                          ["--layers", "--json"], ["--json", "--format", "table"]):
            with self.subTest(arguments):
                done = run("describe", "paper_base", *arguments)
                self.assertEqual((done.returncode, done.out), (2, ""))

    def test_markdown(self):
        for arguments in [], ["--formulas"], ["--layer", "decoder_layer"], ["--layers"]:
            text = self.table_of("pronounce", *arguments, "--format", "markdown")
            tables = [table.splitlines() for table in text.split("\n\n") if table.startswith("|")]
            self.assertEqual(len(tables), 1 if arguments == ["--layers"] else 2)
            for table in tables:
                self.assertRegex(table[1], r"^\|(-:?\|)+$")
                self.assertEqual({line.count("|") for line in table}, {table[1].count("|")})

    def test_latex(self):
        for arguments in [], ["--formulas"], ["--layer", "recurrence", "--formulas"], ["--layers"]:
            with self.subTest(arguments):
                text = self.table_of("paper_base", *arguments, "--format", "latex")
                self.assertTrue(text.isascii())
                self.assertNotIn("?", text)
                tables = re.findall(r"\\begin\{tabular\}\{([lr]+)\}\n(.*?)\\end\{tabular\}", text, re.S)
                self.assertEqual(len(tables), text.count("\\begin"))
                for columns, body in tables:
                    for line in body.replace("\\hline\n", "").splitlines():
                        self.assertTrue(line.endswith(" \\\\"), line)
                        plain = re.sub(r"\\[{}&$%#_]", "", line)  # signs that stand for themselves
                        self.assertEqual(plain.count("&"), len(columns) - 1, line)
                        self.assertEqual(plain.count("$") % 2, 0, line)
                        for i, part in enumerate(plain.split("$")):
                            self.assertEqual(part.count("{"), part.count("}"), line)
                            if i % 2 == 0:
                                self.assertNotRegex(part, r"[_^]", line)
        self.assertIn(r"4\cdot B\cdot h\cdot N^{2}\cdot\tilde{d}", self.table_of("paper_base", "--formulas", "--format", "latex"))
        self.assertIn(r"\mathrm{softmax}", self.table_of("paper_base", "--formulas", "--format", "latex"))

    def test_picture(self):
        for arguments in (["pronounce"], ["paper_base"], ["paper_base", "--layer", "norm"],
                          ["paper_base", "--layer", "recurrence"], ["paper_base", "--layer", "decoder"]):
            with self.subTest(arguments):
                picture = self.table_of(*arguments, "--format", "svg")
                root = xml.etree.ElementTree.fromstring(picture)
                self.assertIn("prefers-color-scheme: dark", picture)
                width, height = float(root.get("width")), float(root.get("height"))
                for element in root.iter():
                    if "x" in element.attrib and "y" in element.attrib:
                        self.assertTrue(0 <= float(element.get("x")) <= width and 0 <= float(element.get("y")) <= height)
        texts = [t.text for t in xml.etree.ElementTree.fromstring(self.table_of("paper_base", "--format", "svg")).iter()
                 if t.tag.endswith("text")]
        for text, count in (("encoder × 6", 1), ("decoder × 6", 1), ("self attention", 2), ("cross attention", 1),
                            ("feed forward", 2), ("embedding", 3), ("B × L × V", 1), ("1,048,576 parameters", 3)):
            self.assertEqual(texts.count(text), count, text)

    def test_pages(self):
        for arguments, page in ((["--layers", "--format", "markdown"], "complexity.md"), (["--format", "svg"], "paper_base.svg")):
            self.assertIn(self.table_of("paper_base", *arguments), (DOCS / page).read_text(encoding="utf-8"),
                          "typeformer describe paper_base " + " ".join(arguments))
