//! Staff management and the staff log, for owners.

use uuid::Uuid;
use values::Page;

use crate::{
    error::Error,
    identity::Identity,
    staff::{
        invitations::invitation_store::{self, Invitation},
        role::Role,
        signing_in::staff_sessions,
        staff_log::{self, LogEntry, LogFilter},
        staff_store::{self, StaffName, StaffRecord},
    },
};

impl Identity {
    /// Lists all staff by name, and the open invitations, newest first.
    pub async fn staff(&self) -> Result<(Vec<StaffRecord>, Vec<Invitation>), Error> {
        let staff = staff_store::all(&self.db).await?;
        Ok((staff, invitation_store::pending(&self.db).await?))
    }

    /// Lists the names of all current and former staff.
    pub async fn staff_names(&self) -> Result<Vec<StaffName>, Error> {
        Ok(staff_store::names(&self.db).await?)
    }

    /// Changes the role of a staff member and activates or deactivates them; `by` is the id of the acting
    /// owner, `None` for an operator. Ends their sessions. Fails if no active owner would remain.
    pub async fn change_staff(
        &self,
        id: Uuid,
        role: Role,
        is_active: bool,
        by: Option<&str>,
    ) -> Result<StaffRecord, Error> {
        let mut transaction = database::begin(&self.db).await?;
        let owners = staff_store::lock_owners(&mut transaction).await?;
        let changed = staff_store::change(&mut transaction, id, role, is_active).await?;
        let changed = changed.ok_or(Error::NoStaff)?;
        let is_owner = role == Role::Owner && is_active;
        if !is_owner && owners.iter().all(|owner| *owner == id) {
            return Err(Error::LastOwner);
        }
        staff_sessions::remove_all(&mut transaction, id).await?;
        transaction.commit().await?;
        tracing::info!(staff_id = %id, by, role = role.name(), is_active, "staff member changed");
        Ok(changed)
    }

    /// Returns a page of the log, newest first.
    pub async fn log_of_staff(&self, filter: &LogFilter, page: Page) -> Result<Vec<LogEntry>, Error> {
        Ok(staff_log::page(&self.db, filter, page).await?)
    }
}
