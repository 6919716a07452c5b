"""FMUs as a host has them, by FMPy, alike for both versions of the standard.

Set by tools/test_fmu.sh: KAMM, the command; KAMM_FMU_DRIVE, drive.c as a program.
"""

import os
import subprocess
import zipfile

import pytest
from fmpy import read_model_description
from fmpy.fmi2 import FMU2Slave, defaultCallbacks, fmi2CallbackFunctions, fmi2CallbackLoggerTYPE
from fmpy.fmi3 import FMU3Slave
from lark import Lark

VERSIONS = (2, 3)


class Refused(Exception):
    """Messages of the FMU's log."""


class Car:
    """An instance, whose values are read and set by their names: "wheels[2].load_n" in both versions."""

    def __init__(self, folder, token=None):
        self.description = read_model_description(folder)
        self.version = int(self.description.fmiVersion[0])
        self.texts = []
        self.references = {}
        for variable in self.description.modelVariables:
            self.note(variable)
        kind = FMU2Slave if self.version == 2 else FMU3Slave
        self.fmu = kind(
            guid=token or self.description.guid,
            unzipDirectory=folder,
            modelIdentifier=self.description.coSimulation.modelIdentifier,
            instanceName="car",
        )
        try:
            self.instantiate()
        except Exception as failure:
            raise Refused(self.texts) from failure
        self.time = 0.0

    def note(self, variable):
        """Of an array each value has a reference of its own in the library; the host knows the first."""
        if self.version == 3 and variable.dimensions:
            size = int(variable.dimensions[0].start)
            rest = variable.name.removeprefix("wheels.")
            for i in range(size):
                self.references[f"wheels[{i}].{rest}"] = (variable.valueReference, i, size)
        else:
            self.references[variable.name] = (variable.valueReference, 0, 1)

    def instantiate(self):
        if self.version == 2:
            self.callbacks = fmi2CallbackFunctions()
            self.callbacks.logger = fmi2CallbackLoggerTYPE(lambda e, i, s, c, text: self.texts.append(text.decode()))
            self.callbacks.allocateMemory = defaultCallbacks.allocateMemory
            self.callbacks.freeMemory = defaultCallbacks.freeMemory
            self.fmu.instantiate(callbacks=self.callbacks)
        else:
            self.fmu.instantiate(logMessage=lambda e, s, c, text: self.texts.append(text.decode()))

    def call(self, name, *words):
        try:
            return getattr(self.fmu, name)(*words)
        except Exception as failure:
            raise Refused(self.texts[-1] if self.texts else "") from failure

    def begin(self, **values):
        """Sets values (with __ for a point), and initialises."""
        if self.version == 2:
            self.fmu.setupExperiment(startTime=0.0)
        for name, value in values.items():
            self[name.replace("__", ".")] = value
        self.call("enterInitializationMode")
        self.call("exitInitializationMode")
        return self

    def read_all(self, reference, size):
        if self.version == 2:
            return self.call("getReal", [reference + i for i in range(size)])
        return self.call("getFloat64", [reference], size)

    def __getitem__(self, name):
        reference, i, size = self.references[name]
        if self.version == 2:
            return self.call("getReal", [reference + i])[0]
        return self.read_all(reference, size)[i]

    def __setitem__(self, name, value):
        reference, i, size = self.references[name]
        if self.version == 2:
            self.call("setReal", [reference + i], [value])
        else:
            values = self.read_all(reference, size)
            values[i] = value
            self.call("setFloat64", [reference], values)

    def step(self, step_s=0.001, count=1):
        for _ in range(count):
            self.call("doStep", self.time, step_s)
            self.time += step_s

    def outputs(self):
        """All outputs, by name."""
        wanted = {v.valueReference: v for v in self.description.modelVariables if v.causality == "output"}
        if self.version == 2:
            return dict(zip((v.name for v in wanted.values()), self.call("getReal", list(wanted))))
        return {name: self[name] for name, (reference, _, _) in self.references.items() if reference in wanted}

    def save(self):
        state = self.call("getFMUstate" if self.version == 2 else "getFMUState")
        data = self.call("serializeFMUstate" if self.version == 2 else "serializeFMUState", state)
        self.call("freeFMUstate" if self.version == 2 else "freeFMUState", state)
        return data

    def restore(self, data):
        state = self.call("deSerializeFMUstate" if self.version == 2 else "deserializeFMUState", data)
        self.call("setFMUstate" if self.version == 2 else "setFMUState", state)
        self.call("freeFMUstate" if self.version == 2 else "freeFMUState", state)
        if "time" in self.references:
            self.time = self["time"]

    def free(self):
        self.fmu.freeInstance()


def write_fmu(path, vehicle, *words):
    subprocess.run([os.environ["KAMM"], "fmu", vehicle, "-o", str(path), *words], check=True)
    return path


@pytest.fixture(scope="session")
def unpacked(tmp_path_factory):
    """unpacked(vehicle, words…): the folder of an FMU, written once."""
    made = {}

    def unpack(vehicle, *words):
        if (vehicle, *words) not in made:
            folder = tmp_path_factory.mktemp("fmu") / "unpacked"
            with zipfile.ZipFile(write_fmu(folder.with_suffix(".fmu"), vehicle, *words)) as archive:
                archive.extractall(folder)
            made[vehicle, *words] = str(folder)
        return made[vehicle, *words]

    return unpack


@pytest.fixture(scope="session", autouse=True)
def names_are_parsed_once():
    """FMPy's validation parses each variable's name by a grammar, which is most of its time; vehicles have the same names."""
    parse, valid = Lark.parse, set()

    def parse_once(parser, text, *words, **named):
        if text not in valid:
            parse(parser, text, *words, **named)
            valid.add(text)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Lark, "parse", parse_once)
        yield


@pytest.fixture(params=VERSIONS, ids=["fmi2", "fmi3"])
def version(request):
    return str(request.param)


@pytest.fixture
def make(unpacked, version):
    """make(words…): an instance of the Volvo, not yet initialised."""
    cars = []

    def make_car(*words, token=None):
        cars.append(Car(unpacked("volvo-v40", "--fmi", version, *words), token))
        return cars[-1]

    yield make_car
    for car in cars:
        car.free()
