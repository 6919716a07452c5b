"""Names of the description of the C interface, for bindings whose languages have scopes of their own."""
import os


def enum_prefix(names):
    """What all enumerators begin with, up to an underscore ahead of a letter: KAMM_CHANNEL_ of KAMM_CHANNEL_speed_mps, …"""
    prefix = os.path.commonprefix(names)
    while not prefix.endswith("_") or any(name[len(prefix)].isdigit() for name in names):
        prefix = prefix[:-1]
    return prefix
