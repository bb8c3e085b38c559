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
    /// The addresses of an account, the default first, then the newest first.
    pub async fn addresses(&self, account_id: Uuid) -> Result<Vec<Address>, Error> {
        let found = address_store::of_account(&self.db, account_id).await?;
        if found.is_empty() {
            accounts::by_id(&self.db, account_id)
                .await?
                .ok_or(Error::NoAccount)?;
        }
        Ok(found)
    }

    /// Saves a new address, or changes one of the account's; answers it as it is kept. One that is to be the default takes that
    /// from the others, the first one is it by itself, and the default stays it until another is to be.
    pub async fn save_address(&self, account_id: Uuid, details: Details) -> Result<Address, Error> {
        let is_new = details.id.is_empty();
        let address = details.check().map_err(Error::Invalid)?;
        let mut transaction = database::begin(&self.db).await?;
        // Two requests that save the last address, or a default, at once are handled one after the other.
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

    /// Deletes an address; one that is not there is as good as deleted. After the default, the newest of the others is it.
    pub async fn delete_address(&self, account_id: Uuid, id: Uuid) -> Result<(), Error> {
        let mut transaction = database::begin(&self.db).await?;
        // Another request may make an address the default meanwhile.
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
