//! The programs of the shop, as a process sees them: what each one is called, needs and calls.

/// A program of the shop.
#[derive(Debug)]
pub(crate) struct Program {
    /// Of the program, of its database and of its user in NATS.
    pub(crate) name: &'static str,
    /// Whether it keeps data of its own.
    pub(crate) has_database: bool,
    /// Whether it speaks to NATS.
    pub(crate) has_events: bool,
    /// The programs it calls.
    pub(crate) calls: &'static [&'static str],
}

/// Every program, in the order of their start: who is called comes first.
pub(crate) const PROGRAMS: [Program; 7] = [
    service("catalog", false, &[]),
    service("identity", false, &[]),
    service("review", false, &[]),
    service("contact", true, &[]),
    service("order", true, &["catalog"]),
    service("notification", true, &["order", "contact"]),
    Program {
        name: "gateway",
        has_database: false,
        has_events: false,
        calls: &["catalog", "identity", "review", "contact", "order"],
    },
];

const fn service(name: &'static str, has_events: bool, calls: &'static [&'static str]) -> Program {
    Program {
        name,
        has_database: true,
        has_events,
        calls,
    }
}

/// The program of this name.
pub(crate) fn program(name: &str) -> &'static Program {
    let found = PROGRAMS.iter().find(|program| program.name == name);
    found.expect("stories name programs of the shop")
}
