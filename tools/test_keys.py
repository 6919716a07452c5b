#!/usr/bin/env python3
"""What each unit test is: BUILD/test/keys/NAME, a text that changes with all that the test's result may depend on.

These are its own objects and, of the libraries, the members that these need, recursively (an edit of a higher floor, or of
another test, changes none of them); the files and programs that tests read; the variables of Kamm; the machine. The text
has a line for each part, so that two of them, side by side, say what has changed. tools/run_unit.sh doesn't run a test
again whose text is that of its last pass. Checks of test/checks.cmake that need the tools alone have such a text as well; that of
`kernels` also has the kernels. That of a check of one program has that program alone.

Usage: tools/test_keys.py BUILD
"""
import hashlib
import os
import platform
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
KEPT_CHECK = re.compile(r'^add_kept_check\((\w+)', re.MULTILINE)
CHECK_OF_PROGRAM = re.compile(r'^add_kept_check\((\w+) \$\{PROJECT_BINARY_DIR\}/(\S+)', re.MULTILINE)
FILE_IN_CODE = re.compile(rb'"((?:data|docs|test|include|tools|examples)/[^"%\\]+)"')


def summed(data):
    return hashlib.sha256(data).hexdigest()[:24]


def symbols_of(paths):
    """{ARCHIVE[MEMBER] or the object: (what it defines, what it asks for)}; one of the same name farther on is ARCHIVE[MEMBER]#2."""
    lines = subprocess.run(['nm', '-P', '-A', *paths], capture_output=True, text=True, check=True).stdout.splitlines()
    members, times, last = {}, {}, None
    for line in lines:
        place, _, rest = line.partition(': ')
        if place != last:
            times[place] = times.get(place, 0) + 1
        last = place
        name, kind = rest.split()[:2]
        defined, asked = members.setdefault(numbered(place, times[place]), (set(), set()))
        if kind in 'Uvw':
            asked.add(name)
        elif kind.isupper():
            defined.add(name)
    return members


def numbered(place, number):
    return f'{place}#{number}' if number > 1 else place


def contents_of(archive):
    """The bytes of each member of an archive, in the order there: several may have one name."""
    data, at, names = archive.read_bytes(), 8, b''
    while at < len(data):
        head, size = data[at:at + 60], int(data[at + 48:at + 58])
        body, name = data[at + 60:at + 60 + size], head[:16].rstrip()
        at += 60 + size + size % 2
        if name == b'//':
            names = body
        elif name not in (b'/', b'/SYM64/'):
            if name.startswith(b'/'):
                name = names[int(name[1:]):].split(b'\n')[0]
            yield name.rstrip(b'/').decode(), body


class Libraries:
    """What is in the archives, by name: PATH[MEMBER]. Members of one name side by side, as kernels are, count as one."""

    def __init__(self, archives):
        self.symbols, self.sums = symbols_of(archives), {}
        self.home = {name: place for place, (defined, _) in self.symbols.items() for name in defined}
        for archive in archives:
            times, last = {}, None
            for name, body in contents_of(archive):
                if name != last:
                    times[name] = times.get(name, 0) + 1
                last = name
                self.sums.setdefault(numbered(f'{archive}[{name}]', times[name]), []).append(summed(body))
        if any('#' in place and place not in self.symbols for place in self.sums):
            sys.exit('a member without symbols is between two of one name')

    def reached_from(self, asked):
        """The members that hold what is asked for, what these ask for, and so on."""
        reached, left = set(), list(asked)
        while left:
            place = self.home.get(left.pop())
            if place and place not in reached:
                reached.add(place)
                left += self.symbols[place][1]
        return sorted(reached)


def surroundings():
    """Variables of Kamm, and the machine."""
    variables = [f'{name}={value}' for name, value in sorted(os.environ.items()) if name.startswith('KAMM_')]
    processor = [line for line in open('/proc/cpuinfo') if line.startswith('flags')] if Path('/proc/cpuinfo').exists() else []
    return [*variables, f'{platform.platform()} {platform.node()} {summed("".join(processor[:1]).encode())}']


def around(sources):
    """What all tests may see: files, by name wherever one is written in a test; variables; the machine."""
    named = {match.decode() for source in sources for match in FILE_IN_CODE.findall(source.read_bytes())}
    files = [path for folder in ('data', 'test/reference') for path in (ROOT / folder).rglob('*')]
    files += [ROOT / name for name in named]
    lines = [f'{path.relative_to(ROOT)} {summed(path.read_bytes())}' for path in sorted(set(files)) if path.is_file()]
    return [summed('\n'.join(lines).encode()) + ' files that tests read', *surroundings()]


def keys_of(build):
    """(name, text) of each test that is an object of a floor's program."""
    objects = build / 'test/CMakeFiles'
    libraries = Libraries([build / 'test/libkamm_test_support.a', build / 'libkamm.a', build / 'libkamm_io.a'])
    common = around([*ROOT.glob('test/*/*.c'), *ROOT.glob('test/support/*.h')])
    tests = sorted(objects.glob('tests_*.dir/*/test_*.c.o'))
    lanes = sorted(objects.glob('kamm_lanes_*.dir/*/lanes_*.c.o'))
    symbols = symbols_of(tests + lanes)
    for test in tests:
        name, floor = test.name[:-4], test.parent.name
        own = [test] + [path for path in lanes if path.name == 'lanes_' + test.name[5:]]
        asked = {symbol for path in own for symbol in symbols.get(str(path), (set(), set()))[1]}
        own += [ROOT / 'test/main.c'] + [build / 'bin/kamm'] * (floor == 'cli')
        lines = [f'{summed(path.read_bytes())} {path.parent.name}/{path.name}' for path in own]
        lines += [f'{" ".join(libraries.sums[place])} {place}' for place in libraries.reached_from(asked)]
        yield name, '\n'.join(lines + common) + '\n'


def keys_of_checks(build):
    """(name, text) of each check that needs the tools alone, or one program."""
    texts = [path.read_text() for path in ROOT.glob('test/checks.cmake')]
    names = [name for text in texts for name in KEPT_CHECK.findall(text)]
    programs = {name: build / program for text in texts for name, program in CHECK_OF_PROGRAM.findall(text)}
    scripts = [path for path in [*ROOT.glob('tools/*'), ROOT / 'kamm', ROOT / 'dev'] if path.is_file()]
    tools = [f'{summed(path.read_bytes())} {path.name}' for path in sorted(scripts)] + surroundings()
    kernels = [f'{summed(path.read_bytes())} {path}' for path in sorted(build.glob('CMakeFiles/kamm_*_kernel_*.dir/**/*.o'))]
    for name in names:
        if name not in programs:
            yield name, '\n'.join(tools + kernels * (name == 'kernels')) + '\n'
        elif programs[name].exists():
            yield name, '\n'.join([f'{summed(programs[name].read_bytes())} {programs[name].name}', *surroundings()]) + '\n'


def main():
    build = Path(sys.argv[1])
    folder = build / 'test/keys'
    folder.mkdir(exist_ok=True)
    for path in folder.iterdir():
        path.unlink()
    for name, text in [*keys_of(build), *keys_of_checks(build)]:
        (folder / name).write_text(text)


if __name__ == '__main__':
    main()
