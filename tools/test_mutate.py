#!/usr/bin/env python3
"""The mutants of a small file, and what becomes of them: killed, survived, the same code, not compiled, timed out. ./dev mutate does
this with the core; here gcc builds a program of one file."""
import subprocess
import tempfile
import unittest
from pathlib import Path

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
double spring(double x)
{
    double unused = x * 2.0;
    if (x < 0) return 0;
    double k = 4.0;
    for (int i = 0; i < 3; ++i) k += 1.0;
    (void)unused;
    return k * x;
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
    """Stands in for the copied tree, its build and what tests reach."""

    def __init__(self, place):
        self.place, self.program = place, place / 'test'
        (place / 'src').mkdir()
        (place / 'test.c').write_text(TEST)
        self.unit_tests = {'test_spring': ([str(self.program)], {})}
        self.restore('src/spring.c')

    def restore(self, name):
        (self.place / name).write_text(PROGRAM)

    def make(self, *targets, kept=True):
        if 'kamm_hash' in targets:
            return False, ''
        done = subprocess.run(['gcc', '-O1', '-Wall', '-Werror', '-c', 'src/spring.c', '-o', 'spring.o'], cwd=self.place, capture_output=True)
        if done.returncode == 0 and 'test' in targets:
            done = subprocess.run(['gcc', 'test.c', 'spring.o', '-o', 'test'], cwd=self.place, capture_output=True)
        return done.returncode == 0, ''

    def make_or_stop(self, *targets):
        assert self.make(*targets)[0]

    def objects(self):
        return {'spring.o': (self.place / 'spring.o').read_bytes()}

    def tests(self, tier):
        return {}

    def tests_at(self, mutant, changed):
        return ['test_spring']

    def time_of(self, name):
        return -1.95 # so that its limit is a second

    def took(self, name, seconds):
        pass


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


class Outcomes(unittest.TestCase):
    def test_each_comes_out_as_it_should(self):
        wanted = {'double k = 4.4;': 'killed', 'if (x > 0) return 0;': 'killed', 'if (x < 1) return 0;': 'hash',
                  'double unused = x * 2.2;': 'same', 'k -= 1.0;': 'killed'}
        with tempfile.TemporaryDirectory() as folder:
            one = OneFile(Path(folder))
            one.make_or_stop('test')
            trial = mutate.Trial(one, one, one, 1)
            results = [(m, *trial.outcome(m, '')) for m in mutants.mutants_of('src/spring.c', PROGRAM)]
            self.assertEqual((one.place / 'src/spring.c').read_text(), PROGRAM)
            found = {m.changed.split(') ')[-1] if 'k -=' in m.changed else m.changed: outcome for m, outcome, _ in results}
            for changed, outcome in wanted.items():
                self.assertEqual(found[changed], outcome, changed)
            broken = mutants.Mutant('src/spring.c', 1, 'sign', 0, 6, 'dubble', '', '', 0)
            self.assertEqual(trial.outcome(broken, '')[0], 'rejected')
            endless = mutants.Mutant('src/spring.c', 6, 'sign', PROGRAM.index('++i'), PROGRAM.index('++i') + 3, '', '', '', 0)
            self.assertEqual(trial.outcome(endless, '')[0], 'killed')
            self.assertRegex(mutate.table(results), r'src +\d+ +\d+')


if __name__ == '__main__':
    unittest.main()
