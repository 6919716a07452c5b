import { testHost } from "../host_tests";
import { makeHost } from "./body.mjs";

testHost(makeHost, 4);
