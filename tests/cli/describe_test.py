"""`typeformer describe`: the tables and what they say."""

import json
import unicodedata

from program import Test, run


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
