"""Who may talk to whom: what the policies allow, and what the settings of the programs need."""

from urllib.parse import urlsplit

from manifests import environment, is_program, matches, named, of_kind, pods

# Where browsers find pages: no program asks there.
PAGES = ("SITE_URL", "OFFICE_URL")
ADDRESSES = ("_URL", "_ENDPOINT")
DEFAULT_PORTS = {"postgres": 5432}


def endpoints(objects):
    """The labels of every workload's pods, also of those that CloudNativePG will run."""
    found = {o["metadata"]["name"]: pod["metadata"]["labels"] for o, pod in pods(objects)}
    for o in of_kind(objects, "Cluster"):
        inherited = o["spec"].get("inheritedMetadata", {}).get("labels", {})
        found[o["metadata"]["name"]] = {"cnpg.io/cluster": o["metadata"]["name"], **inherited}
    return found


def rules(objects, labels, direction):
    """The rules that hold for a pod; None when no policy selects it, so that everything is allowed."""
    field = {"Ingress": "ingress", "Egress": "egress"}[direction]
    selecting = [
        policy["spec"]
        for policy in of_kind(objects, "NetworkPolicy")
        if direction in policy["spec"]["policyTypes"] and matches(policy["spec"]["podSelector"], labels)
    ]
    return [rule for spec in selecting for rule in spec.get(field, [])] if selecting else None


def allows(rule_list, side, labels, port):
    """Whether one of the rules lets a pod of this namespace through, at this port."""
    if rule_list is None:
        return True
    for rule in rule_list:
        peers, ports = rule.get(side), rule.get("ports")
        is_peer = not peers or any(
            "podSelector" in peer and "namespaceSelector" not in peer and matches(peer["podSelector"], labels)
            for peer in peers
        )
        if is_peer and (not ports or any(port == listed.get("port") for listed in ports)):
            return True
    return False


def allowed(objects):
    """Every (from, to, port) within the namespace that both sides allow; port 0 stands for any port."""
    named_ports = {
        listed["port"]
        for policy in of_kind(objects, "NetworkPolicy")
        for field in ("ingress", "egress")
        for rule in policy["spec"].get(field, [])
        for listed in rule.get("ports", [])
    }
    every = endpoints(objects)
    return {
        (source, target, port)
        for source, from_labels in every.items()
        for target, to_labels in every.items()
        for port in {*named_ports, 0}
        if allows(rules(objects, from_labels, "Egress"), "to", to_labels, port)
        and allows(rules(objects, to_labels, "Ingress"), "from", from_labels, port)
    }


def addresses(objects, o):
    """The (host, port) pairs that a program's settings name."""
    for name, value in environment(objects, o).items():
        url = urlsplit(value) if name.endswith(ADDRESSES) and name not in PAGES else None
        if url and url.hostname:
            yield url.hostname, url.port or DEFAULT_PORTS.get(url.scheme)


def behind(objects, host):
    """The workload whose pods a host name leads to; None for a host outside."""
    for cluster in of_kind(objects, "Cluster"):
        if host == cluster["metadata"]["name"] + "-rw":
            return cluster["metadata"]["name"]
    if not any(s["metadata"]["name"] == host for s in of_kind(objects, "Service")):
        return None
    selector = {"matchLabels": named(objects, "Service", host)["spec"]["selector"]}
    return next(name for name, labels in endpoints(objects).items() if matches(selector, labels))


def needed(objects):
    """Every (from, to, port) that the settings of our programs name, and what engines say among themselves."""
    edges = set()
    for o in of_kind(objects, "Deployment"):
        if is_program(o):
            for host, port in addresses(objects, o):
                target = behind(objects, host)
                edges |= {(o["metadata"]["name"], target, port)} if target else set()
    edges.add(("nats", "nats", 6222))
    for cluster in of_kind(objects, "Cluster"):
        name = cluster["metadata"]["name"]
        edges |= {(name, name, 5432), (name, name, 8000)}
    return edges


def outside(objects):
    """Every (workload, direction, peer, port) that leaves the namespace; DNS, which all have, is left out."""
    edges = set()
    for name, labels in endpoints(objects).items():
        for direction, side in (("Ingress", "from"), ("Egress", "to")):
            for rule in rules(objects, labels, direction) or []:
                for peer in rule.get(side, [{}]):
                    where = peer.get("ipBlock", {}).get("cidr")
                    if "namespaceSelector" in peer:
                        where = next(iter(peer["namespaceSelector"]["matchLabels"].items()))
                        where = where[1] if where[0] == "kubernetes.io/metadata.name" else where[0].partition("/")[2]
                    if where or not peer:
                        ports = [listed["port"] for listed in rule.get("ports", [{"port": 0}])]
                        edges |= {(name, direction, where or "anywhere", port) for port in ports if port != 53}
    return edges
