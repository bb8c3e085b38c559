//! A code by mail that proves that an account's address belongs to its shopper. Logged-in shoppers need one
//! for irreversible actions, and for data that belongs to the address.

use sqlx::PgConnection;
use uuid::Uuid;
use values::Email;

use crate::{
    account::{accounts, details},
    codes::{account_codes, one_time_code},
    error::Error,
    identity::Identity,
    limits::limit,
    login::known_device::Client,
    mails::mail_job::{self, ACCOUNT_CODE},
};

/// A valid code, not yet consumed.
#[derive(Debug)]
pub struct EmailProof {
    /// The account's email address.
    pub email: Email,
    account_id: Uuid,
    code_mac: [u8; 32],
}

impl Identity {
    /// Mails a code to the account's address.
    pub async fn request_account_code(&self, account_id: Uuid, client: &Client) -> Result<(), Error> {
        let email = details::check_email(&self.account(account_id).await?.email)?;
        let counters = self.code_counters(&email, client).await?;
        limit::check(&self.db, &counters).await?;
        limit::count(&self.db, &counters).await?;
        let mut transaction = database::begin(&self.db).await?;
        let mail = mail_job::enqueue(&mut *transaction, ACCOUNT_CODE, &email).await?;
        let code = self.keys.code_of_mail(mail);
        let code_mac = self.keys.of_account_code(account_id, &code);
        account_codes::store(&mut transaction, account_id, &code_mac).await?;
        transaction.commit().await?;
        self.mails.wake();
        Ok(())
    }

    /// Checks a code that proves the account's address. The code stays valid until it is consumed.
    pub(crate) async fn proof(
        &self,
        account_id: Uuid,
        code: &str,
        client: &Client,
    ) -> Result<EmailProof, Error> {
        let email = details::check_email(&self.account(account_id).await?.email)?;
        let code_mac = self
            .keys
            .of_account_code(account_id, &one_time_code::normalize(code));
        self.try_account_code(&email, account_id, &code_mac, client)
            .await?;
        Ok(EmailProof {
            email,
            account_id,
            code_mac,
        })
    }

    /// Proves an account's address with a code, and returns the address. Each code works once.
    pub async fn prove_email(&self, account_id: Uuid, code: &str, client: &Client) -> Result<Email, Error> {
        let proof = self.proof(account_id, code, client).await?;
        let mut transaction = database::begin(&self.db).await?;
        proof.consume(&mut transaction).await?;
        transaction.commit().await?;
        Ok(proof.email)
    }
}

impl EmailProof {
    /// Consumes the code in the transaction of the action that it allows. Also marks the account's address as
    /// proven. Returns the account's id.
    pub(crate) async fn consume(&self, db: &mut PgConnection) -> Result<Uuid, Error> {
        if !account_codes::consume(db, self.account_id, &self.code_mac).await? {
            return Err(Error::WrongCode);
        }
        accounts::note_proven_email(db, self.account_id).await?;
        Ok(self.account_id)
    }
}
