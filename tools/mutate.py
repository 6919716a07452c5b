#!/usr/bin/env python3
"""Mutation testing of the core: ./dev mutate. docs/reliability.md says what it shows.

Each mutant (mutants.py) is built in a copy of the tree, in build/mutate, and the unit tests that reach its line run on it, the fastest
first, until one fails. Which lines a test reaches tells a build by clang with coverage; it is asked again when the test's key
(test_keys.py) has changed. The outcomes are in build/mutate/outcomes, so that a run that was stopped goes on.
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


# Code that a mutant no longer uses is no error. Lines keep their numbers.
UNUSED = ['unused-variable', 'unused-but-set-variable', 'unused-parameter', 'unused-function', 'unused-value', 'unused-const-variable']
ALLOWED = ''.join(f'#pragma GCC diagnostic ignored "-W{word}"\n' for word in UNUSED) + '#line 1\n'


class Tree:
    """A copy of the working tree as it is, whose files keep their times where they are the same."""

    def __init__(self, root, place):
        self.root, self.place = root, place
        place.mkdir(parents=True, exist_ok=True)
        listed = need(['git', 'ls-files', '-z', '-co', '--exclude-standard'], cwd=root).split('\0')
        names = {name for name in listed if name and (root / name).is_file()}
        for name in names:
            self.restore(name)
        for name in set(self.copied()) - names:
            (place / name).unlink(missing_ok=True)
        (place / 'build').mkdir(exist_ok=True)
        (place / 'build/copied').write_text('\0'.join(sorted(names)))

    def copied(self):
        listed = self.place / 'build/copied'
        return [name for name in listed.read_text().split('\0') if name] if listed.exists() else []

    def restore(self, name):
        source, target = self.root / name, self.place / name
        data = source.read_bytes()
        if not target.exists() or target.read_bytes() != data:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
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
    """One of the copy's, by a preset."""

    def __init__(self, tree, preset, jobs):
        self.tree, self.root, self.place, self.jobs = tree, tree.place, tree.place / 'build' / preset, jobs
        if not (self.place / 'build.ninja').exists():
            need(['cmake', '-S', self.root, '-B', self.place, '-DKAMM_CCACHE=ON', '--preset', preset], cwd=self.root)

    def make(self, *targets, kept=True):
        """Whether it compiles; what isn't kept stays out of the cache of others."""
        return call(['ninja', '-C', self.place, f'-j{self.jobs}', *targets], env=os.environ | ({} if kept else {'CCACHE_READONLY': '1'}))

    def make_or_stop(self, *targets):
        worked, output = self.make(*targets)
        if not worked:
            raise Broken(output)

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
        def limit():
            os.setsid()
            resource.setrlimit(resource.RLIMIT_CPU, (int(cpu_s) + 1, int(cpu_s) + 2))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))

        with self.lock:
            if self.stopped:
                return None
            process = subprocess.Popen(command, cwd=self.root, env=os.environ | variables, preexec_fn=limit, stdin=subprocess.DEVNULL,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
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


class ByObjects:
    """Tests by what they are linked with: those reach a mutant in whose program an object has changed (test_keys.py). More than by lines,
    but known at once."""

    def __init__(self, place, plain, jobs):
        self.plain, self.times = plain, place / 'times.json'
        self.seconds = json.loads(self.times.read_text()) if self.times.exists() else {}

    def learn(self, names):
        need([sys.executable, 'tools/test_keys.py', self.plain.place], cwd=self.plain.root)
        keys = self.plain.place / 'test/keys'
        self.members = {name: set(re.findall(r'\[(.+)\]$', (keys / name).read_text(), re.M)) for name in names if (keys / name).exists()}
        self.own = {}
        for block in need(['ninja', '-C', self.plain.place, '-t', 'deps']).split('\n\n'):
            test = re.search(r'/(?:test_|lanes_)(\w+)\.c\.o:', block.split('\n')[0])
            for path in block.split('\n')[1:] if test else []:
                name = os.path.relpath(self.plain.place / path.strip(), self.plain.root)
                self.own.setdefault(name, set()).add('test_' + test[1])

    def tests_at(self, mutant, changed):
        changed = {Path(path).name for path in changed}
        found = [name for name, members in self.members.items() if members & changed or name in self.own.get(mutant.path, ())]
        return sorted(found, key=lambda name: (self.time_of(name), name))

    def time_of(self, name):
        return self.seconds.get(name, 1)

    def took(self, name, seconds):
        self.seconds[name] = seconds
        self.times.write_text(json.dumps(self.seconds))


class ByLines:
    """Tests by the lines that they reach, from a build with coverage; they are found again when a test's key (test_keys.py) has changed."""

    def __init__(self, place, plain, jobs):
        self.place, self.root, self.jobs, self.of = place / 'reach', plain.root, jobs, {}
        self.covered = Build(plain.tree, 'mutate-lines', jobs)
        self.covered.make_or_stop('unit_tests', 'kamm_command')
        self.place.mkdir(exist_ok=True)

    def learn(self, names):
        need([sys.executable, 'tools/test_keys.py', self.covered.place], cwd=self.root)
        self.tests, new = self.covered.tests('short'), []
        for name in names:
            kept, key = self.place / f'{name}.json', self.covered.place / 'test/keys' / name
            known = json.loads(kept.read_text()) if kept.exists() else {}
            if known.get('key') == key.read_text():
                self.of[name] = known
            else:
                new.append(name)
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            for i, learnt in enumerate(pool.map(self.ask, new)):
                say(f'kamm: {i + 1} of {len(new)} tests: which lines they reach ({learnt})', passing=True)

    def ask(self, name):
        command, variables = self.tests[name]
        with tempfile.TemporaryDirectory() as folder:
            _, seconds = Runner(self.root).run(command, variables | {'LLVM_PROFILE_FILE': f'{folder}/%p.profraw'}, 3600)
            raw = [str(p) for p in Path(folder).iterdir()]
            need(['llvm-profdata', 'merge', '-sparse', '-o', f'{folder}/merged', *raw])
            programs = [command[0]]
            if 'tests_cli' in command[0]: # they run the command
                programs = ['-object', str(self.covered.place / 'bin/kamm'), *programs]
            told = need(['llvm-cov', 'export', '-format=lcov', f'-instr-profile={folder}/merged', *programs], stderr=subprocess.DEVNULL)
        known = {'key': (self.covered.place / 'test/keys' / name).read_text(), 'seconds': seconds, 'lines': reached_lines(told, self.root)}
        (self.place / f'{name}.json').write_text(json.dumps(known))
        self.of[name] = known
        return name

    def tests_at(self, mutant, changed):
        """The fastest first. What is outside of functions, where nothing is counted, all reach that reach its file."""
        found = []
        for name, known in self.of.items():
            lines = known['lines'].get(mutant.path, {'hit': [], 'counted': []})
            if mutant.line in lines['hit'] or mutant.line not in lines['counted'] and lines['hit']:
                found.append((known['seconds'], name))
        return [name for _, name in sorted(found)]

    def time_of(self, name):
        return self.of[name]['seconds']

    def took(self, name, seconds):
        pass


def reached_lines(lcov, root):
    """{file: the lines that count, and those of them that were hit}"""
    found = {}
    for line in lcov.splitlines():
        if line.startswith('SF:'):
            name = os.path.relpath(line[3:], root)
            lines = found.setdefault(name, {'hit': set(), 'counted': set()})
        elif line.startswith('DA:'):
            number, count = line[3:].split(',')[:2]
            lines['counted'].add(int(number))
            if count != '0':
                lines['hit'].add(int(number))
    return {name: {which: sorted(numbers) for which, numbers in lines.items()} for name, lines in found.items() if lines['hit'] and name.startswith('src/')}


class Trial:
    """Builds mutants and runs tests on them."""

    def __init__(self, tree, build, reach, jobs):
        self.tree, self.build, self.reach, self.jobs = tree, build, reach, jobs
        self.objects = build.objects()
        self.tests = build.unit_tests
        self.long = build.tests('long')
        self.sound, self.broken = set(), set()

    def outcome(self, mutant, first):
        """(outcome, the test that found it)"""
        outcome, by = self.changed(mutant, first)
        if outcome != 'killed' or by not in self.tests or self.is_sound(by):
            return outcome, by
        say(f'kamm: {by} is left out: it fails without a mutant')
        self.broken.add(by)
        return self.outcome(mutant, '')

    def changed(self, mutant, first):
        place = self.tree.place / mutant.path
        place.write_text(ALLOWED + mutant.apply(place.read_text()))
        try:
            if not self.build.make('kamm', 'kamm_io', kept=False)[0]:
                return 'rejected', ''
            now = self.build.objects()
            changed = [path for path in now if now[path] != self.objects.get(path)]
            return self.tested(mutant, changed, first) if changed else ('same', '')
        finally:
            self.tree.restore(mutant.path)

    def is_sound(self, name):
        """Whether it passes on the tree as it is; asked once."""
        if name not in self.sound:
            self.build.make_or_stop(Path(self.tests[name][0][0]).name)
            if self.first_failing([(name, *self.tests[name], self.reach.time_of(name))]):
                return False
            self.sound.add(name)
        return True

    def tested(self, mutant, changed, first):
        names = [name for name in self.reach.tests_at(mutant, changed) if name not in self.broken]
        tests = [(name, *self.tests[name], self.reach.time_of(name)) for name in names]
        if not tests: # what the short runs don't reach the long ones of its floor may
            floor = mutant.path.split('/')[1]
            tests = [(name, *test, 120) for name, test in self.long.items() if f'tests_{floor}' in test[0][0]]
        tests.sort(key=lambda test: test[0] != first) # what found it last time
        found = self.first_failing(tests)
        if found:
            return 'killed', found
        if not names:
            return 'unreached', ''
        return ('survived' if self.same_hash() else 'hash'), ''

    def first_failing(self, tests):
        """A program is linked when the first of its tests comes, as that takes time as well."""
        runner, built, found = Runner(self.tree.place), set(), []

        def run(test):
            name, command, variables, seconds = test
            result = runner.run(command, variables, 10 * seconds + 20)
            if result and not result[0]:
                found.append(name)
                runner.stop()
            elif result:
                self.reach.took(name, result[1])

        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            waiting = []
            for test in tests:
                program = Path(test[1][0]).name
                if program not in built:
                    worked, _ = self.build.make(program, *['kamm_command'] * (program == 'tests_cli'), kept=False)
                    if not worked: # a test of internals that no longer compiles
                        runner.stop()
                        return program
                    built.add(program)
                waiting.append(pool.submit(run, test))
                while len(waiting) >= self.jobs and not found:
                    done, _ = concurrent.futures.wait(waiting, return_when=concurrent.futures.FIRST_COMPLETED)
                    waiting = [one for one in waiting if one not in done]
                if found:
                    break
        return found[0] if found else ''

    def same_hash(self):
        if not self.build.make('kamm_hash', kept=False)[0]:
            return False
        return Runner(self.tree.place).run([str(self.build.place / 'bin/kamm_hash'), '--seconds', '2'], {}, 600)[0]


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
    for name in tree.copied():
        if name.split('/')[0] in ('include', 'src', 'test', 'data', 'cmake', 'cli', 'CMakeLists.txt', 'CMakePresets.json'):
            total.update(name.encode() + b'\0' + (tree.place / name).read_bytes())
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
    parser.add_argument('--by-objects', action='store_true', help='run all tests that a changed object is linked to: no build with coverage')
    parser.add_argument('--jobs', type=int, default=os.cpu_count(), metavar='N', help='processes at a time')
    parser.add_argument('--list', action='store_true', help='show the mutants, and test none')
    return parser


def try_all(chosen, trial, outcomes):
    results = []
    for i, m in enumerate(chosen):
        last = outcomes.last(m)
        outcome, by = last.get('outcome', ''), last.get('by', '')
        if last.get('state') != outcomes.state:
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
    build = Build(tree, 'mutate', given.jobs)
    build.make_or_stop('unit_tests', 'kamm_command')
    build.unit_tests = {name: test for name, test in build.tests('short').items() if re.search(given.tests, name)}
    reach = (ByObjects if given.by_objects else ByLines)(place, build, given.jobs)
    reach.learn(list(build.unit_tests))
    outcomes = Outcomes(place / 'outcomes', state_of(tree) + given.tests)
    results = try_all(chosen, Trial(tree, build, reach, given.jobs), outcomes)
    say()
    print(table(results))


if __name__ == '__main__':
    try:
        main()
    except (Broken, FileNotFoundError) as error:
        sys.exit(f'kamm: {error}')
    except KeyboardInterrupt:
        sys.exit('\nkamm: stopped; the same command goes on from here')
