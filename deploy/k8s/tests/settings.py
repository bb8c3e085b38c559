"""What the programs can be told, read from their sources."""

import re
from dataclasses import dataclass

from manifests import GATEWAYS, ROOT, SERVICES

SHARED = ROOT / "services/shared"
SETTING = re.compile(r"#\[arg\(([^\]]*\benv\b[^\]]*)\)\]\s*pub(?:\(crate\))? (\w+): ([^\n]+?),?\n")


@dataclass(frozen=True)
class Setting:
    name: str
    is_required: bool


def read(*files):
    settings = set()
    for file in files:
        for arguments, field, kind in SETTING.findall(file.read_text()):
            explicit = re.search(r'\benv = "(\w+)"', arguments)
            optional = "default_value" in arguments or kind.startswith(("Option<", "Vec<"))
            settings.add(Setting(explicit[1] if explicit else field.upper(), not optional))
    return settings


def of_program(name):
    """The settings of one program: its own, those of the shared crates that it flattens, and the frame's."""
    frame = sorted((SHARED / "runtime/src").rglob("*.rs"))
    if name in GATEWAYS:
        folder = "storefront" if name == "gateway" else name
        own = sorted((ROOT / f"gateway/{folder}/src").rglob("*.rs"))
        return read(ROOT / "gateway/web/src/settings.rs", *own, *frame)
    assert name in SERVICES
    source = ROOT / f"services/{name}/src"
    own = [source / "lib.rs", *sorted(source.rglob("settings.rs"))]
    flattened = [crate for file in own for crate in re.findall(r"pub \w+: (\w+)::Settings", file.read_text())]
    return read(*own, *(SHARED / f"{crate}/src/lib.rs" for crate in flattened), *frame)


def number(file, pattern):
    """A number that a source states."""
    found = re.search(pattern, (ROOT / file).read_text())
    assert found, f"{file} says nothing like {pattern}"
    return int(found[1])


def give_up_after(program):
    """How long a program may take to stop; one that sends mails, longer."""
    if program in SERVICES and "frame.set_stop_timeout(mail::STOP)" in (ROOT / f"services/{program}/src/lib.rs").read_text():
        return number("services/shared/mail/src/lib.rs", r"STOP: Duration = Duration::from_secs\((\d+)\)")
    return number("services/shared/runtime/src/lifecycle/shutdown.rs", r"GIVE_UP_AFTER: Duration = Duration::from_secs\((\d+)\)")


def longest_call():
    """What a service has for a call of the gateway."""
    return number("gateway/storefront/src/clients.rs", r"DEADLINE: Duration = Duration::from_secs\((\d+)\)")


def pool_size():
    return number("services/shared/database/src/lib.rs", r"default_value_t = (\d+)[^\]]*\]\s*pub database_pool_size")
