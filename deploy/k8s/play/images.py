"""Images from what this machine has: the programs that were built on it, and the libraries that they name."""

import os
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from manifests import PROGRAMS, ROOT, TOOLS, run
from podman import HOME, ULIMITS, podman

BUILT = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "debug"
# The commands that Dockerfile.dev and the engines' entrypoints use.
SHELL = ["sh", "chmod", "chown", "basename", "cat"]
BASE = "localhost/play-base"
USERS = "root:x:0:0::/:/bin/sh\npostgres:x:999:999::/var/lib/postgresql:/bin/sh\nnobody:x:65534:65534::/:/bin/sh\n"
SETTINGS = {"etc/passwd": USERS, "etc/nsswitch.conf": "hosts: files dns\n", "etc/ssl/certs/ca-certificates.crt": None}


def local(image):
    """The name of an image as it is kept here; a digest is only known to a registry."""
    return "localhost/" + image.partition("@")[0]


def needed_by(*programs):
    """The programs and every shared library that they load."""
    said = subprocess.run(["ldd", *programs], capture_output=True, text=True, check=False).stdout
    return {*map(str, programs), *re.findall(r"(/\S+\.so\S*) ", said)}


def copy(files, context):
    for file in files:
        target = context / str(file).lstrip("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, target)


def changed(context, sources):
    """Whether an image must be made anew: something it is made of is another file than last time."""
    seen = [(file, Path(file).stat()) for file in sorted(map(str, sources))]
    stamps = [f"{file} {stat.st_size} {stat.st_mtime_ns}\n" for file, stat in seen]
    stamp = HOME / "images" / f"{context.name}.txt"
    if stamp.exists() and stamp.read_text() == "".join(stamps):
        return None
    shutil.rmtree(context, ignore_errors=True)
    context.mkdir(parents=True)
    stamp.parent.mkdir(exist_ok=True)
    return lambda: stamp.write_text("".join(stamps))


def build(image, context, instructions):
    podman("build", "--quiet", "--layers=false", "--isolation=chroot", *ULIMITS, "--file=-", f"--tag={image}", context,
           input=instructions)  # fmt: skip


def base():
    """The libraries that our programs name, certificates, users, and the shell of a developer's image."""
    programs = [shutil.which(program) for program in SHELL] + [BUILT / name for name in PROGRAMS]
    files = {file for file in needed_by(*programs) if not file.startswith(str(BUILT))}
    context = HOME / "contexts/base"
    given = [file for file in (f"/{name}" for name, text in SETTINGS.items() if text is None) if Path(file).exists()]
    if done := changed(context, [*files, *given, __file__]):
        (context / "usr/bin").mkdir(parents=True)
        (context / "bin").symlink_to("usr/bin")
        copy([*files, *given], context)
        for name, text in SETTINGS.items():
            if text is not None:
                (context / name).parent.mkdir(parents=True, exist_ok=True)
                (context / name).write_text(text)
        # A tmpfs gets the mode of the folder that it is put upon.
        for folder in ("tmp", "var/run/postgresql"):
            (context / folder).mkdir(parents=True)
            (context / folder).chmod(0o1777)
        build(BASE, context, "FROM scratch\nCOPY . /\nENV PATH=/usr/bin:/bin\n")
        done()
        return True
    return False


# The built front ends, by the program that serves each.
SITES = {"gateway": ROOT / "frontend/storefront/dist", "office": ROOT / "frontend/office/dist"}


def program(image, name, is_new):
    """An image by Dockerfile.dev, of what stage.sh would lay out."""
    context, site = HOME / "contexts" / name, SITES.get(name)
    dockerfile = ROOT / "deploy/images/Dockerfile.dev"
    files = [BUILT / name, dockerfile, *([*site.glob("*.html")] if site else [])]
    if is_new:
        (HOME / "images" / f"{name}.txt").unlink(missing_ok=True)
    if done := changed(context, files):
        run("strip", "--strip-debug", "-o", context / "server", BUILT / name)
        if site:
            shutil.copytree(site, context / "site")
        podman("build", "--quiet", "--layers=false", "--isolation=chroot", *ULIMITS, f"--from={BASE}",
               f"--file={dockerfile}", f"--tag={image}", context)  # fmt: skip
        done()


def receiver(image, kind):
    """A stand-in that takes what the original would take, and prints it."""
    context, binary = HOME / "contexts" / kind, BUILT / "examples/receivers"
    if done := changed(context, [binary, __file__]):
        run("strip", "--strip-debug", "-o", context / "receivers", binary)
        build(image, context, f'FROM {BASE}\nCOPY . /\nENTRYPOINT ["/receivers", "{kind}"]\n')
        done()


def nats(image):
    """The server that the checks of NATS's users ask, in the place where the original has it."""
    context, server = HOME / "contexts/nats", TOOLS / "nats-server"
    if done := changed(context, [server, __file__]):
        shutil.copy(server, context / "nats-server")
        build(image, context, 'FROM scratch\nCOPY . /\nENTRYPOINT ["/nats-server"]\n')
        done()


def postgres_folder():
    """The newest PostgreSQL of Debian on this machine; the folder has the name of its version."""
    return max(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda file: int(file.parts[4])).parent.parent


def postgres(image):
    """Debian's PostgreSQL with an entrypoint that does what the manifest wants of the original's."""
    newest = postgres_folder()
    entrypoint = Path(__file__).parent / "postgres.sh"
    # Without the compiler of queries, which is larger than all the rest.
    libraries = [file for file in newest.glob("lib/*.so") if "llvm" not in file.name]
    programs = [newest / "bin" / name for name in ("initdb", "postgres", "pg_ctl", "psql", "pg_isready")]
    context = HOME / "contexts/postgres"
    if done := changed(context, [*programs, entrypoint, __file__]):
        copy(needed_by(*programs, *libraries), context)
        shutil.copytree(f"/usr/share/postgresql/{newest.name}", context / f"usr/share/postgresql/{newest.name}")
        shutil.copytree("/usr/share/zoneinfo", context / "usr/share/zoneinfo", symlinks=True)
        shutil.copy(entrypoint, context / "entrypoint.sh")
        build(image, context, f"""FROM {BASE}
COPY . /
ENV PATH={newest}/bin:/usr/bin:/bin LC_ALL=C PGDATA=/var/lib/postgresql/data
STOPSIGNAL SIGINT
ENTRYPOINT ["/bin/sh", "/entrypoint.sh"]
""")  # fmt: skip
        done()


def caddy(image, binary):
    """What stands before the gateways on one machine."""
    context = HOME / "contexts/caddy"
    if done := changed(context, [binary, __file__]):
        copy(needed_by(binary) - {binary}, context)
        (context / "usr/bin").mkdir(parents=True, exist_ok=True)
        shutil.copy(binary, context / "usr/bin/caddy")
        build(image, context, f"FROM {BASE}\nCOPY . /\n")
        done()


def make(images, **makers):
    """Makes the images that are missing or old, of {workload: image}. A maker of an engine's name takes its image."""
    is_new = base()
    other = {
        "postgres": postgres,
        "nats": nats,
        "jaeger": lambda image: receiver(image, "traces"),
        "mailpit": lambda image: receiver(image, "mails"),
        **makers,
    }
    with ThreadPoolExecutor(2) as pool:
        ours = [pool.submit(program, local(image), name, is_new) for name, image in images.items() if name in PROGRAMS]
        theirs = [pool.submit(other[name], local(image)) for name, image in images.items() if name not in PROGRAMS]
        for job in [*ours, *theirs]:
            job.result()
    podman("image", "prune", "--force")
