//! An account's saved addresses.

use uuid::Uuid;

use crate::{
    account::{
        accounts,
        address::{Address, Details, MOST},
        address_store,
    },
    error::Error,
    identity::Identity,
};

impl Identity {
    /// The addresses of an account, the oldest first.
    pub async fn addresses(&self, account_id: Uuid) -> Result<Vec<Address>, Error> {
        let found = address_store::of_account(&self.db, account_id).await?;
        if found.is_empty() {
            accounts::by_id(&self.db, account_id)
                .await?
                .ok_or(Error::NoAccount)?;
        }
        Ok(found)
    }

    /// Saves a new address, or changes one of the account's; answers it as it is kept.
    pub async fn save_address(&self, account_id: Uuid, details: Details) -> Result<Address, Error> {
        let is_new = details.id.is_empty();
        let address = details.check().map_err(Error::Invalid)?;
        if !is_new {
            let is_changed = address_store::change(&self.db, account_id, &address).await?;
            return is_changed.then_some(address).ok_or(Error::NoAddress);
        }
        let mut transaction = database::begin(&self.db).await?;
        // Two requests that save the last address at once are handled one after the other.
        if !accounts::lock(&mut transaction, account_id).await? {
            return Err(Error::NoAccount);
        }
        if address_store::count(&mut transaction, account_id).await? >= MOST {
            return Err(Error::TooManyAddresses { most: MOST });
        }
        address_store::insert(&mut transaction, account_id, &address).await?;
        transaction.commit().await?;
        Ok(address)
    }

    /// Deletes an address; one that is not there is as good as deleted.
    pub async fn delete_address(&self, account_id: Uuid, id: Uuid) -> Result<(), Error> {
        Ok(address_store::remove(&self.db, account_id, id).await?)
    }
}
