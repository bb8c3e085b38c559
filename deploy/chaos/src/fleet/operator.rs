//! Operations of the operator beside the programs.

use std::fs;

use anyhow::Context as _;
use runtime::Identity;

use super::Fleet;

impl Fleet {
    /// The identity of a caller that is not a program, such as the operator.
    pub(crate) fn identity(&self, name: &str) -> Identity {
        self.keys.identity(name)
    }

    /// Restarts NATS without its data.
    pub(crate) fn delete_streams(&mut self) -> anyhow::Result<()> {
        let folder = self.options.private_folder("nats")?;
        self.nats()?.kill();
        fs::remove_dir_all(folder).context("lose the streams")?;
        self.options.private_folder("nats")?;
        self.nats()?.restart()
    }
}
