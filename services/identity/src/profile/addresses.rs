//! The saved addresses of an account.

use uuid::Uuid;

use crate::{
    account::{
        accounts,
        address::{Address, AddressDetails, MOST},
        address_store,
    },
    error::Error,
    identity::Identity,
};

impl Identity {
    /// Lists the addresses of an account: the default first, then newest first.
    pub async fn addresses(&self, account_id: Uuid) -> Result<Vec<Address>, Error> {
        let found = address_store::of_account(&self.db, account_id).await?;
        if found.is_empty() {
            accounts::by_id(&self.db, account_id)
                .await?
                .ok_or(Error::NoAccount)?;
        }
        Ok(found)
    }

    /// Saves a new or changed address and returns it. A new default replaces the previous one. The first
    /// address becomes the default. The default stays one until another replaces it.
    pub async fn save_address(&self, account_id: Uuid, details: AddressDetails) -> Result<Address, Error> {
        let is_new = details.id.is_empty();
        let address = details.validate().map_err(Error::Invalid)?;
        let mut transaction = database::begin(&self.db).await?;
        // Serialises requests that save the last allowed address, or a default, at the same time.
        if !accounts::lock(&mut transaction, account_id).await? {
            return Err(Error::NoAccount);
        }
        if is_new && address_store::count(&mut transaction, account_id).await? >= MOST {
            return Err(Error::TooManyAddresses { most: MOST });
        }
        if address.is_default {
            address_store::take_default(&mut transaction, account_id).await?;
        }
        let is_default = if is_new {
            address_store::insert(&mut transaction, account_id, &address).await?
        } else {
            let changed = address_store::change(&mut transaction, account_id, &address).await?;
            changed.ok_or(Error::NoAddress)?
        };
        transaction.commit().await?;
        Ok(Address {
            is_default,
            ..address
        })
    }

    /// Deletes an address; a missing one is not an error. If it was the default, the newest other address
    /// becomes the default.
    pub async fn delete_address(&self, account_id: Uuid, id: Uuid) -> Result<(), Error> {
        let mut transaction = database::begin(&self.db).await?;
        // Another request may change the default at the same time.
        if !accounts::lock(&mut transaction, account_id).await? {
            return Ok(());
        }
        if address_store::remove(&mut transaction, account_id, id).await? {
            address_store::give_default_to_newest(&mut transaction, account_id).await?;
        }
        transaction.commit().await?;
        Ok(())
    }
}
