//! Sends mails as jobs: codes, invitations and notices.
//!
//! Codes and invitation tokens are derived from the mail's id with a key. So they are never stored in the
//! clear, and every copy of a mail has the same. A mail that the server rejected is retried with growing
//! delays. A mail with an unknown outcome is repeated at most twice.

use jobs::{Failure, Handler, Job, Worker};
use mail::{Mail, Mailer, Signature};
use shop_facts::KnownShop;
use sqlx::PgPool;
use values::Email;

use crate::{
    account::accounts,
    codes::{keys::Keys, password_codes, staff_codes},
    mails::{
        mail_job::{
            self, ACCOUNT_CODE, Addressee, EMAIL_CHANGE_CODE, ONE_TIME_CODE, STAFF_INVITATION,
            STAFF_PASSWORD_CODE,
        },
        templates,
    },
    session::token::Token,
};

/// The maximum number of concurrent mails: the number of connections to the mail server. A hanging mail does
/// not block others.
const AT_ONCE: usize = 16;

/// Sends mails under the shop's current name.
#[derive(Debug)]
pub struct Sender {
    /// The mailer with the operator's sender name.
    pub mailer: Mailer,
    /// The shop profile, set by the owner.
    pub shop: KnownShop,
}

impl Sender {
    /// Sends a mail with the shop's name and Reply-To. Until the owner sets a profile, the operator's sender
    /// name is used.
    async fn send(&self, mail: Mail) -> Result<(), mail::Error> {
        let Some(profile) = self.shop.get() else {
            return self.mailer.send(mail).await;
        };
        let signature = Signature {
            name: profile.name.clone(),
            lines: profile.signature_lines(),
        };
        let mail = Mail {
            reply_to: Some(profile.email.clone()).filter(|email| !email.is_empty() && email.is_ascii()),
            ..mail
        };
        self.mailer.signed_by(signature).send(mail).await
    }
}

/// Handles the mail jobs.
#[derive(Debug)]
pub struct MailHandler {
    db: PgPool,
    sender: Sender,
    keys: Keys,
    office_url: String,
}

impl MailHandler {
    /// Creates the worker. Links for staff start with `office_url`.
    pub fn open(db: PgPool, sender: Sender, keys: Keys, office_url: String) -> Worker<Self> {
        let handler = Self {
            db: db.clone(),
            sender,
            keys,
            office_url,
        };
        Worker::new(db, mail_job::ALL, AT_ONCE, handler)
    }

    /// The invitation link. The token is after the `#`, which browsers never send.
    fn invitation_link(&self, job: &Job) -> String {
        let token = Token::from(self.keys.token_of_invitation(job.id));
        format!("{}/invitation#{}", self.office_url, token.to_text())
    }

    /// Stores the mail's code in place of the account's previous one. Returns `None` if the address has no
    /// account, or if the code of a repeated mail is no longer valid.
    async fn code_mail(&self, job: &Job, addressee: Addressee, email: &Email) -> sqlx::Result<Option<Mail>> {
        let Some(account) = accounts::by_email(&self.db, email.as_str()).await? else {
            return Ok(None);
        };
        let code = self.keys.code_of_mail(job.id);
        let code_mac = self.keys.of_code(email, &code);
        if !addressee.has_code {
            let mut transaction = database::begin(&self.db).await?;
            let has_code = Addressee {
                has_code: true,
                ..addressee
            };
            job.save_payload(&mut *transaction, &has_code).await?;
            password_codes::store(&mut transaction, account.id, &code_mac).await?;
            transaction.commit().await?;
            metrics::counter!("codes_sent_total").increment(1);
        } else if !password_codes::keep_alive(&self.db, job.queued_at, account.id, &code_mac).await? {
            return Ok(None);
        }
        tracing::info!(account_id = %account.id, "a one-time code is sent");
        Ok(Some(templates::code(job.id, email, &code)))
    }

    /// The same for a staff member, whose code works only together with their authenticator app.
    async fn staff_code_mail(
        &self,
        job: &Job,
        addressee: Addressee,
        email: &Email,
    ) -> sqlx::Result<Option<Mail>> {
        let code = self.keys.code_of_mail(job.id);
        let code_mac = self.keys.of_staff_password_code(email, &code);
        if addressee.has_code {
            let lives = staff_codes::lives(&self.db, &code_mac, email.as_str()).await?;
            return Ok(lives.then(|| templates::staff_password_code(job.id, email, &code)));
        }
        let mut transaction = database::begin(&self.db).await?;
        let Some(staff_id) = staff_codes::store(&mut transaction, email.as_str(), &code_mac).await? else {
            return Ok(None);
        };
        let has_code = Addressee {
            has_code: true,
            ..addressee
        };
        job.save_payload(&mut *transaction, &has_code).await?;
        transaction.commit().await?;
        tracing::info!(%staff_id, "a code for a new password of staff is sent");
        Ok(Some(templates::staff_password_code(job.id, email, &code)))
    }
}

impl Handler for MailHandler {
    /// Sends the mail of a job, if there is one to send.
    async fn run(&self, job: &Job) -> Result<(), Failure> {
        let addressee: Addressee = job.payload()?;
        let email = Email::read(&addressee.email);
        let email = email.map_err(|_| Failure::Poison("its address is none".to_owned()))?;
        let mail = if job.kind == ONE_TIME_CODE.name {
            self.code_mail(job, addressee, &email).await?
        } else if job.kind == ACCOUNT_CODE.name {
            let code = self.keys.code_of_mail(job.id);
            Some(templates::account_code(job.id, &email, &code))
        } else if job.kind == EMAIL_CHANGE_CODE.name {
            let code = self.keys.code_of_mail(job.id);
            Some(templates::email_change_code(job.id, &email, &code))
        } else if job.kind == STAFF_PASSWORD_CODE.name {
            self.staff_code_mail(job, addressee, &email).await?
        } else if job.kind == STAFF_INVITATION.name {
            let link = self.invitation_link(job);
            Some(templates::staff_invitation(job.id, &email, &link))
        } else {
            templates::notice(job.id, &job.kind, &email)
        };
        let Some(mail) = mail else {
            return Ok(());
        };
        let sent = self.sender.send(mail).await;
        if !matches!(sent, Err(mail::Error::Interrupted)) {
            let outcome = if sent.is_ok() { "sent" } else { "failed" };
            metrics::counter!("mails_total", "mail" => job.kind.clone(), "outcome" => outcome).increment(1);
        }
        sent.map_err(failure)
    }
}

fn failure(error: mail::Error) -> Failure {
    match error {
        mail::Error::Interrupted => Failure::Postponed,
        error if error.is_permanent() => Failure::Poison(error.to_string()),
        error if error.is_unknown() => Failure::Unknown(error.into()),
        error => Failure::Retry(error.into()),
    }
}
