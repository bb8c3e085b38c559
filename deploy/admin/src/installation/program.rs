//! The shop's programs, as the registry names them.

use runtime::Grant;
use serde::Deserialize;

/// What the registry says of a program of this server.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Program {
    /// Its name.
    pub name: String,
    /// Where it answers, on this machine only.
    pub port: u16,
    /// Where it shows its metrics, on this machine only.
    pub metrics_port: u16,
    /// Whether it has a database and answers gRPC; gateways answer HTTP.
    pub is_service: bool,
    /// The programs that it asks.
    pub asks: Vec<String>,
    /// Whether it tells or hears events.
    pub has_events: bool,
    /// The variable with a key of its own.
    pub key: Option<String>,
    /// Whether it signs the tokens of staff.
    pub signs_staff_tokens: bool,
    /// Who may call it, and which of its methods.
    pub callers: Vec<Grant>,
}

impl Program {
    /// The database of a service, and the role that owns it.
    pub fn database(&self) -> String {
        format!("shop_{}", self.name)
    }
}

/// All of them, in the order in which they start.
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
