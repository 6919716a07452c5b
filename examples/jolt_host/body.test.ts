import { testHost } from "../host_tests";
import { makeHost } from "./body.mjs";

testHost(makeHost, 2); // 2 boxes fly at 30 Hz, 4 at 60 Hz
