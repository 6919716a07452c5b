#!/usr/bin/env python3
"""The mutants of a small file, and what becomes of them: killed, survived, the same code, not compiled, timed out. ./dev mutate does
this with the core; here gcc builds a program of one file."""
import subprocess
import tempfile
import unittest
from pathlib import Path

import mutant_switch
import mutants
import mutate

CODE = '''#include <stdio.h>
#define HALF (1 / 2.0)
static const double gains[2] = {0.5, 2.0};
enum { SIZE = 4 };

static double force(double x, double v, int stiff)
{
    double at[2] = {x, v}; /* not this - 1.0 */
    if (stiff > 0 && x < 0) return 3.0 * x + gains[1] * v;
    for (int i = 0; i < 2; ++i) at[0] += at[i];
    return tell("no + force of %g", x * 2.0) ? -at[1] : at[0] * 0;
}
'''

PROGRAM = '''#include <math.h>
static const double share[2] = {1.0, 0};
static const double other[2] = {2.0, 0};
double spring(double x)
{
    double unused = x * 2.0;
    if (x < 0) return 0;
    double k = 4.0;
    for (int i = 0; i < 3; ++i) k += 1.0;
    (void)unused;
    (void)other;
    return share[0] * k * x;
}
'''
TEST = 'double spring(double); int main(void) { return !(spring(1) > 6.9 && spring(1) < 7.1); }'


def made(code, kind):
    return [m.changed for m in mutants.mutants_of('a.c', code) if m.kind == kind]


class Mutants(unittest.TestCase):
    def test_each_kind_changes_what_it_says(self):
        self.assertIn('if (stiff > 0 && x < 0) return 3.0 * x - gains[1] * v;', made(CODE, 'sign'))
        self.assertIn('return tell("no + force of %g", x * 2.0) ? at[1] : at[0] * 0;', made(CODE, 'sign'))
        self.assertIn('if (stiff > 0 && x < 0) return 3.3 * x + gains[1] * v;', made(CODE, 'constant'))
        self.assertIn('static const double gains[2] = {0.55, 2.0};', made(CODE, 'constant'))
        self.assertIn('#define HALF (1 / 2.2)', made(CODE, 'constant'))
        self.assertIn('if (stiff > 0 && x < 0) return 3.0 * x ;', made(CODE, 'dropped'))
        self.assertIn('if (stiff > 0 && x < 0) return 3.0 + gains[1] * v;', [' '.join(c.split()) for c in made(CODE, 'dropped')])
        self.assertIn('for (int i = 0; i <= 2; ++i) at[0] += at[i];', made(CODE, 'off by one'))
        self.assertIn('if (stiff > 0 && x < 0) return 3.0 * x + gains[2] * v;', made(CODE, 'off by one'))
        self.assertEqual(made('void f(void) { a[i][j] = pick(m, x, y); }', 'swapped'),
                         ['void f(void) { a[j][i] = pick(m, x, y); }', 'void f(void) { a[i][j] = pick(m, y, x); }'])
        self.assertEqual(made(CODE, 'flipped'), ['if (stiff < 0 && x < 0) return 3.0 * x + gains[1] * v;',
                                                 'if (stiff > 0 || x < 0) return 3.0 * x + gains[1] * v;',
                                                 'if (stiff > 0 && x > 0) return 3.0 * x + gains[1] * v;'])

    def test_what_reckons_nothing_is_left_alone(self):
        for m in mutants.mutants_of('a.c', CODE):
            for text in ('#include <stdio.h>', 'enum { SIZE = 4 };', '/* not this - 1.0 */', '"no + force of %g", x * 2.0', 'at[2] = {'):
                self.assertIn(text, m.apply(CODE))
            self.assertEqual(m.apply(CODE).count('\n'), CODE.count('\n'))

    def test_a_key_goes_with_its_line(self):
        before = {m.key for m in mutants.mutants_of('a.c', CODE)}
        self.assertEqual(before, {m.key for m in mutants.mutants_of('a.c', '\n\n' + CODE)})
        self.assertEqual(len(before), len(list(mutants.mutants_of('a.c', CODE))))

    def test_the_seed_makes_the_order(self):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, 'a.c').write_text(CODE)
            first, same, other = (mutants.chosen(Path(folder), ['a.c'], seed) for seed in (1, 1, 2))
        self.assertEqual(first, same)
        self.assertNotEqual(first, other)
        self.assertEqual({m.key for m in first}, {m.key for m in other})
        self.assertEqual(len({m.kind for m in first[:5]}), 5) # they take turns


class OneFile:
    """Stands in for the build of a tree with one file and one test."""

    def __init__(self, place, chosen):
        self.place, self.root, self.tree = place, place / 'origin', self
        for folder in (place, self.root):
            (folder / 'src').mkdir(parents=True)
        (self.root / 'src/spring.c').write_text(PROGRAM)
        (place / 'bin').mkdir()
        (place / 'bin/kamm_hash').write_text('#!/bin/sh\nexit 1\n')
        (place / 'bin/kamm_hash').chmod(0o755)
        (place / 'test.c').write_text(TEST)
        self.numbers = {m: i + 1 for i, m in enumerate(chosen) if mutant_switch.around(m, PROGRAM)}
        self.count = len(chosen)
        (place / 'src/switch.c').write_text(mutant_switch.switch_of(self.count))
        self.original = self.switched_file('src/spring.c')
        (place / 'src/spring.c').write_text(self.original)

    def switched_file(self, path, alone=None):
        return mutant_switch.switched(PROGRAM, {number: m for m, number in self.numbers.items()}, alone)

    def put(self, name, data):
        (self.place / name).write_bytes(data)

    def make(self, *targets):
        worked, _ = mutate.call(['gcc', '-O1', '-Wall', '-Werror', '-c', 'src/spring.c', '-o', 'spring.o'], cwd=self.place)
        return worked and mutate.call(['gcc', 'test.c', 'src/switch.c', 'spring.o', '-o', 'test'], cwd=self.place)[0], ''

    def objects(self):
        return {'spring.o': (self.place / 'spring.o').read_bytes()}

    def tests(self, tier):
        return {'test_spring': ([str(self.place / 'test')], {})} if tier == 'short' else {}


class ReachOfOneFile(mutate.Reach):
    def learn(self, tests):
        for name in tests:
            self.ask(name, *tests[name])

    def key(self, name):
        return '[spring.o]'

    def time_of(self, name):
        return -1.95 # so that its limit is a second


def listed(name, labels, tier='short', program='tests_run'):
    """Returns a test as ctest lists it."""
    return {'name': name, 'command': [f'/build/test/{program}', name],
            'properties': [{'name': 'LABELS', 'value': labels}, {'name': 'ENVIRONMENT', 'value': [f'KAMM_TIER={tier}']}]}


class Tests(unittest.TestCase):
    def test_those_without_a_longer_run_count_as_short(self):
        tests = [listed('only', ['unit']), listed('both', ['unit', 'short']), listed('both_long', ['long'], 'long'),
                 listed('check', ['check']), listed('soak', ['unit', 'short'], program='kamm_soak')]
        self.assertEqual(list(mutate.unit_tests(tests, 'short')), ['only', 'both'])
        self.assertEqual(list(mutate.unit_tests(tests, 'long')), ['both_long'])


class Switches(unittest.TestCase):
    def test_one_build_has_each_mutant_and_the_code_as_it_is(self):
        program = 'int main(int count, char **words)\n{\n    int a = count, b = 3;\n    if (a > 1 && **words) a += 2 * b;\n' \
                  '    int table[2] = {b - a, a};\n    return table[0] * (a < b ? a + 1 : -b) & 127;\n}\n'
        found = list(mutants.mutants_of('a.c', program))
        numbered = {i + 1: m for i, m in enumerate(found)}
        switched = mutant_switch.switched(program, numbered)
        self.assertEqual(switched.split('#line 1\n')[1].count('\n'), program.count('\n'))
        alone = ''.join(m.apply(program).replace('main', f'alone_{number}') for number, m in numbered.items())
        names = ', '.join(f'alone_{number}' for number in numbered)
        alone += program.replace('main', 'alone_0') + f'static int (*all[])(int, char **) = {{alone_0, {names}}};\n'
        alone += 'int main(int count, char **words) { return all[atoi(words[1])](count - 1, words + 1); }\n'
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, 'alone.c').write_text('#include <stdlib.h>\n' + alone)
            Path(folder, 'switched.c').write_text(switched + mutant_switch.switch_of(len(found)))
            for name in ('alone', 'switched'):
                mutate.need(['gcc', '-w', f'{name}.c', '-o', name], cwd=folder)
            for number in [0, *numbered]:
                for words in ([], ['1']):
                    right = subprocess.run(['./alone', str(number), *words], cwd=folder).returncode
                    chosen = {'KAMM_MUTANT': str(number)} if number else {}
                    self.assertEqual(subprocess.run(['./switched', *words], cwd=folder, env=chosen).returncode, right, number)

    def test_what_is_static_or_declared_is_no_choice(self):
        code = 'static double a[2] = {1.0, 2.0};\nvoid f(int n)\n{\n    static const double b = 1.0;\n    double c[n + 1];\n' \
               '    for (int i = 0; i < n; ++i) c[i] = (struct p){.x = 1.0}.x + b;\n}\n'
        places = [mutant_switch.around(m, code) for m in mutants.mutants_of('a.c', code)]
        self.assertEqual([code[place[0]:place[1]] for place in places if place],
                         ['0', 'i < n', '1.0', *['(struct p){.x = 1.0}.x + b'] * 3])
        macro = '#define HALF (1 / 2.0)\n'
        self.assertEqual([macro[slice(*mutant_switch.around(m, macro))] for m in mutants.mutants_of('a.c', macro)], ['2.0'])


class Outcomes(unittest.TestCase):
    def test_each_comes_out_as_it_should(self):
        wanted = {'double k = 4.4;': 'killed', 'if (x > 0) return 0;': 'killed', 'if (x < 1) return 0;': 'hash', 'k -= 1.0;': 'killed',
                  'double unused = x * 2.2;': 'hash', 'share[2] = {1.1, 0};': 'killed', 'other[2] = {2.2, 0};': 'same'}
        with tempfile.TemporaryDirectory() as folder:
            chosen = list(mutants.mutants_of('src/spring.c', PROGRAM))
            one = OneFile(Path(folder), chosen)
            self.assertTrue(one.make()[0])
            reach = ReachOfOneFile(one.place, one, 1)
            trial = mutate.Trial(one, reach, 1)
            results = [(m, *trial.outcome(m, '')) for m in chosen]
            self.assertEqual((one.place / 'src/spring.c').read_text(), one.original)
            found = {m.changed: outcome for m, outcome, _ in results}
            for changed, outcome in wanted.items():
                self.assertEqual([found[line] for line in found if changed in line], [outcome], changed)
            broken = mutants.Mutant('src/spring.c', 1, 'sign', 0, 6, 'dubble', '', '', 0)
            self.assertEqual(trial.outcome(broken, '')[0], 'rejected')
            endless = mutants.Mutant('src/spring.c', 8, 'sign', PROGRAM.index('++i'), PROGRAM.index('++i') + 3, '', '', '', 0)
            self.assertEqual(trial.outcome(endless, '')[0], 'killed')
            self.assertRegex(mutate.table(results), r'src +\d+ +\d+')


if __name__ == '__main__':
    unittest.main()
