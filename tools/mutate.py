#!/usr/bin/env python3
"""Mutation testing of the core: ./dev mutate. docs/reliability.md says what it shows.

All mutants (mutants.py) are in one build of a copy of the tree, in build/mutate; a variable says which of them counts
(mutant_switch.py). The unit tests that meet it run on it, the fastest first, until one fails. The outcomes are in
build/mutate/outcomes, so that a run that was stopped goes on.
"""
import argparse
import concurrent.futures
import fcntl
import hashlib
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from pathlib import Path

import mutant_switch
import mutants

ROOT = Path(__file__).resolve().parent.parent
COUNTED = ['killed', 'hash', 'survived', 'unreached']
SURVIVORS = COUNTED[1:]
MEANING = {'killed': 'killed by {}', 'hash': 'SURVIVED: only the hash of the scenario has changed', 'survived': 'SURVIVED all tests that reach it',
           'unreached': 'SURVIVED: no test reaches it', 'same': 'the same object code', 'rejected': 'does not compile'}


class Broken(Exception):
    """The tool can't go on: nothing that a mutant does."""


def say(text='', passing=False):
    """A line; one that passes is shown on a terminal alone, and the next takes its place."""
    if sys.stderr.isatty():
        print('\r\033[K' + text[:119 if passing else None], end='' if passing else '\n', file=sys.stderr, flush=True)
    elif not passing:
        print(text, flush=True)


def call(command, **options):
    done = subprocess.run(command, **{'stdin': subprocess.DEVNULL, 'stdout': subprocess.PIPE, 'stderr': subprocess.STDOUT} | options, text=True)
    return done.returncode == 0, done.stdout


def need(command, **options):
    worked, output = call(command, **options)
    if not worked:
        raise Broken(f'{" ".join(map(str, command))}\n{output}')
    return output


# Code that a mutant no longer uses is no error, nor is what it looks like. Lines keep their numbers.
UNUSED = ['unused-variable', 'unused-but-set-variable', 'unused-parameter', 'unused-function', 'unused-value', 'unused-const-variable',
          'int-in-bool-context', 'parentheses', 'array-bounds', 'maybe-uninitialized', 'sign-compare', 'type-limits']
ALLOWED = ''.join(f'#pragma GCC diagnostic ignored "-W{word}"\n' for word in UNUSED)


class Tree:
    """A copy of the working tree as it is, but for some files; files keep their times where they are the same."""

    def __init__(self, root, place):
        self.root, self.place = root, place
        place.mkdir(parents=True, exist_ok=True)
        listed = need(['git', 'ls-files', '-z', '-co', '--exclude-standard'], cwd=root).split('\0')
        self.names = sorted(name for name in listed if name and (root / name).is_file())

    def write(self, changed):
        """changed: {name: text} of files that are others than in the working tree, or are not there."""
        for name in self.names:
            if name not in changed:
                self.put(name, (self.root / name).read_bytes(), self.root / name)
        for name, text in changed.items():
            self.put(name, text.encode())
        for name in set(self.copied()) - set(self.names) - set(changed):
            (self.place / name).unlink(missing_ok=True)
        (self.place / 'build').mkdir(exist_ok=True)
        (self.place / 'build/copied').write_text('\0'.join([*self.names, *changed]))

    def copied(self):
        listed = self.place / 'build/copied'
        return [name for name in listed.read_text().split('\0') if name] if listed.exists() else []

    def put(self, name, data, source=None):
        target = self.place / name
        if not target.exists() or target.read_bytes() != data:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
            if source:
                shutil.copymode(source, target)


def unit_tests(listed, tier):
    """{name: (command, variables)} of those that ctest lists. Those of the short tier have the label unit, and short only where there is a
    longer run."""
    found = {}
    for test in listed:
        values = {p['name']: p['value'] for p in test['properties']}
        if {'short': 'unit'}.get(tier, tier) in values.get('LABELS', []) and 'tests_' in test.get('command', [''])[0]:
            variables = dict(pair.split('=', 1) for pair in values.get('ENVIRONMENT', []))
            if variables.get('KAMM_TIER') == tier:
                found[test['name']] = (test['command'], variables)
    return found


class Build:
    """The copy's, with all mutants that a program can choose."""

    def __init__(self, tree, jobs):
        self.tree, self.root, self.place, self.jobs = tree, tree.place, tree.place / 'build/mutate', jobs
        self.numbers, self.count = {}, 0

    def make(self, *targets):
        """Whether it compiles; mutants stay out of the cache of others. It goes on after errors."""
        return call(['ninja', '-C', self.place, '-k0', f'-j{self.jobs}', *targets], env=os.environ | {'CCACHE_READONLY': '1'})

    def make_all(self, chosen):
        """Builds all mutants beside each other but those that do not compile so, which are left to be built alone."""
        self.count = len(chosen)
        self.numbers = {m: i + 1 for i, m in enumerate(chosen) if mutant_switch.around(m, (self.tree.root / m.path).read_text())}
        while True:
            self.tree.write(self.switched() | {mutant_switch.SWITCH_FILE: mutant_switch.switch_of(self.count)})
            if not (self.place / 'build.ninja').exists():
                need(['cmake', '-S', self.root, '-B', self.place, '-DKAMM_CCACHE=ON', '--preset', 'mutate'], cwd=self.root)
            worked, output = self.make('unit_tests', 'kamm_command', 'kamm_hash')
            if worked:
                return
            wrong = self.told_in(output)
            if not wrong:
                raise Broken(output)
            for m in wrong:
                del self.numbers[m]

    def told_in(self, output):
        """The mutants in whose lines a compiler sees errors."""
        at = {(os.path.relpath(self.place / path, self.root), int(line)) for path, line in re.findall(r'^([^\s:]+):(\d+):', output, re.M)}
        return [m for m in self.numbers if (m.path, m.line) in at]

    def switched(self):
        return {path: self.switched_file(path) for path in {m.path for m in self.numbers}}

    def switched_file(self, path, alone=None):
        numbered = {number: m for m, number in self.numbers.items() if m.path == path}
        return ALLOWED + mutant_switch.switched((self.tree.root / path).read_text(), numbered, alone)

    def tests(self, tier):
        """{name: (command, variables)} of the unit tests."""
        return unit_tests(json.loads(need(['ctest', '--test-dir', self.place, '--show-only=json-v1']))['tests'], tier)

    def objects(self):
        """{path: sum} of what is in the libraries."""
        return {str(p): hashlib.sha256(p.read_bytes()).digest() for p in (self.place / 'CMakeFiles').rglob('*.o')}


class Runner:
    """Runs programs, some at a time, until its stop is called."""

    def __init__(self, root):
        self.root, self.running, self.stopped, self.lock = root, set(), False, threading.Lock()

    def run(self, command, variables, cpu_s):
        """(whether it passed, its processor time); None when stopped. Its limit is processor time as well, as machines are shared."""
        limits = {resource.RLIMIT_CPU: (int(cpu_s) + 1, int(cpu_s) + 2), resource.RLIMIT_CORE: (0, 0), resource.RLIMIT_AS: (8 << 30, 8 << 30)}
        with self.lock:
            if self.stopped:
                return None
            process = subprocess.Popen(command, cwd=self.root, env=os.environ | variables, start_new_session=True, stdin=subprocess.DEVNULL,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            for which, limit in limits.items(): # from outside: between fork and exec a program with threads can lock itself out
                resource.prlimit(process.pid, which, limit)
            self.running.add(process.pid)
        hangs = threading.Timer(60 * (cpu_s + 10), self.kill, [process.pid]) # one that sleeps
        hangs.start()
        _, status, used = os.wait4(process.pid, 0)
        hangs.cancel()
        process.returncode = status
        with self.lock:
            self.running.discard(process.pid)
            return None if self.stopped else (status == 0, used.ru_utime + used.ru_stime)

    def kill(self, pid):
        try:
            os.killpg(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass

    def stop(self):
        with self.lock:
            self.stopped = True
            for pid in self.running:
                self.kill(pid)


class Reach:
    """Which tests meet which mutants: each test says so once, and again when its key (test_keys.py) has changed."""

    def __init__(self, place, build, jobs):
        self.place, self.build, self.jobs, self.of = place / 'reach', build, jobs, {}
        self.place.mkdir(exist_ok=True)

    def learn(self, tests):
        need([sys.executable, 'tools/test_keys.py', self.build.place], cwd=self.build.root)
        new = [name for name in tests if not self.knows(name)]
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            for i, name in enumerate(pool.map(lambda name: self.ask(name, *tests[name]), new)):
                say(f'kamm: {i + 1} of {len(new)} tests: which mutants they meet ({name})', passing=True)

    def key(self, name):
        key = self.build.place / 'test/keys' / name.removesuffix('_long')
        return key.read_text() if key.exists() else ''

    def knows(self, name):
        kept = self.place / f'{name}.json'
        known = json.loads(kept.read_text()) if kept.exists() else {}
        if known and known['key'] == self.key(name):
            self.of[name] = known
        return name in self.of

    def ask(self, name, command, variables):
        with tempfile.NamedTemporaryFile() as file:
            file.write(b'\1' * (self.build.count + 1))
            file.flush()
            passed, seconds = Runner(self.build.root).run(command, variables | {'KAMM_MUTANTS_REACHED': file.name}, 3600)
            met = [number for number, unmet in enumerate(Path(file.name).read_bytes()) if not unmet]
        self.of[name] = {'key': self.key(name), 'passes': passed, 'seconds': seconds, 'met': met}
        (self.place / f'{name}.json').write_text(json.dumps(self.of[name]))
        return name

    def passes(self, name):
        return self.of[name]['passes']

    def tests_at(self, number, names):
        """The fastest first."""
        return sorted((name for name in names if number in self.of[name]['met']), key=self.time_of)

    def members(self, name):
        """The objects that a test is linked with."""
        return set(re.findall(r'\[(.+)\]$', self.key(name), re.M))

    def time_of(self, name):
        return self.of[name]['seconds']


class Trial:
    """Runs tests on mutants."""

    def __init__(self, build, reach, jobs, only=''):
        self.build, self.reach, self.jobs = build, reach, jobs
        self.short = {name: test for name, test in build.tests('short').items() if re.search(only, name)}
        self.long = {name: test for name, test in build.tests('long').items() if re.search(only, name)}
        reach.learn(self.short)
        for name in [name for name in self.short if not reach.passes(name)]:
            say(f'kamm: {name} is left out: it fails without a mutant')
            del self.short[name]
        self.objects = {}

    def outcome(self, mutant, first):
        """(outcome, the test that found it); first: the test that found it last time."""
        number = self.build.numbers.get(mutant)
        if not number:
            return self.alone(mutant, first)
        names = self.reach.tests_at(number, self.short)
        if not names: # what the short runs don't meet the long ones of its floor may
            self.reach.learn(self.long_of(mutant))
            names = self.reach.tests_at(number, self.long_of(mutant))
        return self.tested(names, first, {'KAMM_MUTANT': str(number)})

    def long_of(self, mutant):
        floor = mutant.path.split('/')[1]
        return {name: test for name, test in self.long.items() if test[0][0].endswith(f'tests_{floor}')}

    def alone(self, mutant, first):
        """One that no program can choose: it is built, and tests run in whose program an object has changed."""
        self.objects = self.objects or self.build.objects()
        kept = (self.build.tree.place / mutant.path).read_text()
        self.build.tree.put(mutant.path, self.build.switched_file(mutant.path, mutant).encode())
        try:
            if not self.build.make('unit_tests', 'kamm_command', 'kamm_hash')[0]:
                return 'rejected', ''
            now = self.build.objects()
            changed = {Path(path).name for path in now if now[path] != self.objects.get(path)}
            names = sorted((name for name in self.short if self.reach.members(name) & changed), key=self.reach.time_of)
            return self.tested(names, first, {}) if changed else ('same', '')
        finally:
            self.build.tree.put(mutant.path, kept.encode())
            self.build.make('unit_tests', 'kamm_command', 'kamm_hash')

    def tested(self, names, first, variables):
        tests = self.short | self.long
        found = self.first_failing([(name, *tests[name]) for name in sorted(names, key=lambda name: name != first)], variables)
        if found:
            return 'killed', found
        if not names:
            return 'unreached', ''
        return ('survived' if self.same_hash(variables) else 'hash'), ''

    def first_failing(self, tests, variables):
        runner, found = Runner(self.build.root), []

        def run(test):
            name, command, own = test
            result = runner.run(command, own | variables, 10 * self.reach.time_of(name) + 20)
            if result and not result[0]:
                found.append(name)
                runner.stop()

        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            for _ in pool.map(run, tests):
                pass
        return found[0] if found else ''

    def same_hash(self, variables):
        return Runner(self.build.root).run([str(self.build.place / 'bin/kamm_hash'), '--seconds', '2'], variables, 600)[0]


class Outcomes:
    """Those of earlier runs, by the mutants' keys. One holds for the state of the tree in which it was found."""

    def __init__(self, folder, state):
        self.folder, self.state = folder, state
        folder.mkdir(exist_ok=True)

    def last(self, mutant):
        path = self.folder / mutant.key
        return json.loads(path.read_text()) if path.exists() else {}

    def keep(self, mutant, outcome, by):
        kept = {'outcome': outcome, 'by': by, 'state': self.state, 'at': f'{mutant.path}:{mutant.line}', 'changed': mutant.changed}
        (self.folder / mutant.key).write_text(json.dumps(kept))


def state_of(tree):
    """A sum of what outcomes depend on."""
    total = hashlib.sha256()
    for name in tree.names:
        if name.split('/')[0] in ('include', 'src', 'test', 'data', 'cmake', 'cli', 'CMakeLists.txt', 'CMakePresets.json'):
            total.update(name.encode() + b'\0' + (tree.root / name).read_bytes())
    return total.hexdigest()[:16]


def table(results):
    """Returns, for each folder, the count of each outcome, and the share that tests of what is right have killed."""
    folders = sorted({str(Path(m.path).parent) for m, _, _ in results})
    counts = {folder: Counter(outcome for m, outcome, _ in results if str(Path(m.path).parent) == folder) for folder in folders}
    counts['all'] = Counter(outcome for _, outcome, _ in results)
    lines = [f'{"folder":24} {"mutants":>8} {"killed":>7} {"hash":>5} {"survived":>9} {"unreached":>10} {"killed, %":>10}']
    for folder, count in counts.items():
        counted = sum(count[outcome] for outcome in COUNTED)
        share = f'{100 * count["killed"] / counted:.0f}' if counted else '-'
        lines.append(f'{folder:24} {counted:8} {count["killed"]:7} {count["hash"]:5} {count["survived"]:9} {count["unreached"]:10} {share:>10}')
    lines.append(f'not counted: {counts["all"]["same"]} with the same object code, {counts["all"]["rejected"]} that do not compile')
    return '\n'.join(lines)


def wanted(root, given):
    """The mutants that the command line asks for."""
    if not given.line:
        return [m for m in mutants.chosen(root, given.paths, given.seed) if not given.kind or m.kind.startswith(given.kind)][:given.count]
    found = []
    for place in given.line:
        path, _, line = place.rpartition(':')
        if not line.isdigit() or not (root / path).is_file():
            raise Broken(f'--line {place}: it has to be FILE:LINE, with a file of this tree')
        at = [m for m in mutants.mutants_of(path, (root / path).read_text())
              if m.line == int(line) and (not given.kind or m.kind.startswith(given.kind))]
        if not at:
            raise Broken(f'--line {place}: this line has no mutants')
        found += at
    return found


def options():
    parser = argparse.ArgumentParser(prog='./dev mutate', description='Change the core in small ways, and see which tests find it.')
    parser.add_argument('paths', nargs='*', metavar='PATH', help='files or folders to change; left out: src/' + ', '.join(mutants.FLOORS))
    parser.add_argument('--count', type=int, default=20, metavar='N', help='how many mutants (20)')
    parser.add_argument('--seed', type=int, default=1, metavar='S', help='chooses them (1)')
    parser.add_argument('--line', action='append', metavar='FILE:LINE', help='all mutants of this line instead')
    parser.add_argument('--kind', default='', choices=['', *(kind.__name__.replace('_', ' ') for kind in mutants.KINDS)], help='of one kind alone')
    parser.add_argument('--tests', default='', metavar='REGEX', help='run these tests alone')
    parser.add_argument('--again', action='store_true', help='believe that those are killed that were killed last time, whatever has changed')
    parser.add_argument('--jobs', type=int, default=os.cpu_count(), metavar='N', help='processes at a time')
    parser.add_argument('--list', action='store_true', help='show the mutants, and test none')
    return parser


def try_all(chosen, trial, outcomes, again):
    results = []
    for i, m in enumerate(chosen):
        last = outcomes.last(m)
        outcome, by = last.get('outcome', ''), last.get('by', '')
        if last.get('state') != outcomes.state and not (again and outcome == 'killed'):
            say(f'kamm: {i + 1} of {len(chosen)}: {m.path}:{m.line} {m.kind}', passing=True)
            outcome, by = trial.outcome(m, by)
            outcomes.keep(m, outcome, by)
        results.append((m, outcome, by))
        say(f'{m.path}:{m.line} {m.kind}: {MEANING[outcome].format(by)}')
        if outcome in SURVIVORS:
            say(f'    {m.code}\n    {m.changed}')
    return results


def main():
    given = options().parse_args()
    chosen = wanted(ROOT, given)
    if given.list:
        for m in chosen:
            print(f'{m.path}:{m.line} {m.kind}\n    {m.code}\n    {m.changed}')
        return
    place = ROOT / 'build/mutate'
    place.mkdir(parents=True, exist_ok=True)
    with open(place / 'lock', 'w') as lock: # two would change one another's tree
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Broken('another ./dev mutate is running in build/mutate') from None
        run(given, chosen, place)


def run(given, chosen, place):
    say('kamm: copying and building the tree', passing=True)
    tree = Tree(ROOT, place / 'tree')
    build = Build(tree, given.jobs)
    build.make_all(chosen)
    say(f'kamm: {len(build.numbers)} of {len(chosen)} mutants are in one build')
    trial = Trial(build, Reach(place, build, given.jobs), given.jobs, given.tests)
    results = try_all(chosen, trial, Outcomes(place / 'outcomes', state_of(tree) + given.tests), given.again)
    say()
    print(table(results))


if __name__ == '__main__':
    try:
        main()
    except (Broken, FileNotFoundError) as error:
        sys.exit(f'kamm: {error}')
    except KeyboardInterrupt:
        sys.exit('\nkamm: stopped; the same command goes on from here')
