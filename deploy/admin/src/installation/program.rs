//! The shop's programs, from the registry.

use serde::Deserialize;

/// The registry's entry of a program on this server.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Program {
    /// The name.
    pub name: String,
    /// The port, on this machine only.
    pub port: u16,
    /// The port of its metrics, on this machine only.
    pub metrics_port: u16,
    /// True if it has a database and serves gRPC; gateways serve HTTP.
    pub is_service: bool,
    /// The programs that it calls.
    pub calls: Vec<String>,
    /// True if it publishes or consumes events.
    pub has_events: bool,
    /// The variable of its own key.
    pub key: Option<String>,
    /// True if it signs staff tokens.
    pub signs_staff_tokens: bool,
    /// The names of its callers, and of the signer of staff tokens.
    pub callers: Vec<String>,
}

impl Program {
    /// The database of a service, and the role that owns it.
    pub fn database(&self) -> String {
        format!("shop_{}", self.name)
    }
}

/// All programs, in their order of starting.
pub fn programs() -> Vec<Program> {
    serde_json::from_str(include_str!("../programs.json")).expect("the registry writes it")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_two_programs_answer_at_one_port() {
        let programs = programs();
        let ports: BTreeSet<_> = programs
            .iter()
            .flat_map(|program| [program.port, program.metrics_port])
            .collect();
        assert!(programs.len() > 10, "{programs:?}");
        assert_eq!(ports.len(), programs.len() * 2);
    }
}
