use crate::{Secret, authentication::callers::Callers};

/// The settings of access control.
#[derive(Debug, Clone, clap::Args)]
#[group(skip)]
pub struct Settings {
    /// This program's private key, which identifies it to other services: the line that `openssl genpkey
    /// -algorithm ed25519` prints; without it, they cannot identify it
    #[arg(long, env, hide_env_values = true)]
    pub caller_key: Option<Secret>,
    /// Programs that may call, with their public keys: `gateway=KEY office=KEY`; two keys of a name, with a comma
    /// between them, are good during a key change
    #[arg(long, env)]
    pub callers: Option<Callers>,
    /// Accept calls without a caller token, to try one service by hand
    #[arg(long, env, default_value_t = false, action = clap::ArgAction::Set)]
    pub unproven_callers: bool,
}

impl Default for Settings {
    /// No program may call.
    fn default() -> Self {
        Self {
            caller_key: None,
            callers: None,
            unproven_callers: false,
        }
    }
}
