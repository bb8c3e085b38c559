//! One mail's dialogue with the server, step by step, so that it is known whether the server may have the mail.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use lettre::{
    Message,
    transport::smtp::{
        self,
        authentication::DEFAULT_MECHANISMS,
        client::{AsyncSmtpConnection, Tls},
        commands::{Data, Mail, Rcpt},
        extension::{Extension, MailBodyParameter, MailParameter},
    },
};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use crate::{Error, server::Address};

/// How long each side of a dialogue waits for the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// For the connection, with TLS, greeting and login, and for the answer to each command up to the mail itself. RFC
    /// 5321 recommends minutes (section 4.5.3.2), for relays that talk to strangers; giving up here doubles nothing, and
    /// the shop's own server answers within a second or is ill.
    pub step: Duration,
    /// For the server's word after the mail's last dot: 10 minutes (section 4.5.3.2.6). A client that gives up earlier sends
    /// mails twice that a slow server had taken.
    pub last_word: Duration,
    /// For that word once the program is asked to stop.
    pub last_word_at_stop: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            step: Duration::from_secs(30),
            last_word: Duration::from_mins(10),
            last_word_at_stop: Duration::from_secs(30),
        }
    }
}

/// An idle connection is not used again after this: servers close theirs after a minute or more.
const LONGEST_IDLE: Duration = Duration::from_secs(30);

/// How long a server may take for a goodbye that changes nothing.
const GOODBYE: Duration = Duration::from_secs(1);

/// A mail server, and the connections to it.
#[derive(Debug, Clone)]
pub(crate) struct Server(Arc<Inner>);

struct Inner {
    address: Address,
    patience: Patience,
    /// One for each connection that may be open; servers refuse clients with too many.
    places: Semaphore,
    idle: Mutex<Vec<Idle>>,
    stopping: CancellationToken,
}

struct Idle {
    connection: AsyncSmtpConnection,
    since: Instant,
}

impl std::fmt::Debug for Inner {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Server")
            .field("patience", &self.patience)
            .finish_non_exhaustive()
    }
}

/// Why a step did not succeed.
enum Broken {
    /// As the server or the connection says.
    Smtp(smtp::Error),
    /// Not in time.
    Late,
    /// The server cannot carry the mail's letters.
    Letters,
}

impl Server {
    pub(crate) fn new(
        address: Address,
        connections: usize,
        patience: Patience,
        stopping: CancellationToken,
    ) -> Self {
        Self(Arc::new(Inner {
            address,
            patience,
            places: Semaphore::new(connections.max(1)),
            idle: Mutex::default(),
            stopping,
        }))
    }

    /// Sends a mail. A stop ends it at once while the server cannot have the mail.
    pub(crate) async fn send(&self, message: &Message) -> Result<(), Error> {
        let Inner { stopping, places, .. } = &*self.0;
        let text = message.formatted();
        let broken = |broken| match broken {
            Broken::Smtp(error) => Error::of_server(error),
            Broken::Late => Error::TimedOut,
            Broken::Letters => Error::Unsendable("the mail server cannot carry its letters"),
        };
        let beginning = async {
            let place = places.acquire().await.expect("nobody closes the semaphore");
            let connection = self.begin(message, text.is_ascii()).await.map_err(broken)?;
            Ok((place, connection))
        };
        let begun = stopping.run_until_cancelled(Box::pin(beginning)).await;
        let (_place, mut connection) = begun.ok_or(Error::Interrupted)??;
        let answered = tokio::select! {
            answered = connection.message(&text) => answered,
            () = self.final_reply_timed_out() => return Err(Error::Unanswered),
        };
        match answered {
            Ok(_) => {
                self.park(connection);
                Ok(())
            }
            Err(error) if error.status().is_some() => Err(broken(Broken::Smtp(error))),
            Err(_) => Err(Error::Unanswered),
        }
    }

    /// Connects and says everything up to the mail itself.
    async fn begin(&self, message: &Message, is_ascii: bool) -> Result<AsyncSmtpConnection, Broken> {
        while let Some(mut connection) = self.idle() {
            match self.send_envelope(&mut connection, message, is_ascii).await {
                Ok(()) => return Ok(connection),
                // The server closed it meanwhile, which says nothing about this mail.
                Err(Broken::Smtp(error)) if is_closed(&error) => (),
                Err(broken) => return Err(broken),
            }
        }
        let mut connection = self.step(self.connect()).await?;
        self.send_envelope(&mut connection, message, is_ascii).await?;
        Ok(connection)
    }

    async fn connect(&self) -> Result<AsyncSmtpConnection, smtp::Error> {
        let Address {
            host,
            port,
            tls,
            hello,
            credentials,
        } = &self.0.address;
        let wrapped = match tls {
            Tls::Wrapper(parameters) => Some(parameters.clone()),
            _ => None,
        };
        let connecting =
            AsyncSmtpConnection::connect_tokio1((host.as_str(), *port), None, hello, wrapped, None);
        let mut connection = connecting.await?;
        match tls {
            Tls::Required(parameters) => connection.starttls(parameters.clone(), hello).await?,
            Tls::Opportunistic(parameters) if connection.can_starttls() => {
                connection.starttls(parameters.clone(), hello).await?;
            }
            _ => (),
        }
        if let Some(credentials) = credentials {
            connection.auth(DEFAULT_MECHANISMS, credentials).await?;
        }
        Ok(connection)
    }

    /// MAIL, RCPT and DATA. A refusal is followed by a goodbye.
    async fn send_envelope(
        &self,
        connection: &mut AsyncSmtpConnection,
        message: &Message,
        is_ascii: bool,
    ) -> Result<(), Broken> {
        let introduced = self.send_envelope_commands(connection, message, is_ascii).await;
        if let Err(Broken::Smtp(error)) = &introduced
            && !is_closed(error)
        {
            // Nothing depends on the goodbye.
            let _ = tokio::time::timeout(GOODBYE, connection.abort()).await;
        }
        introduced
    }

    async fn send_envelope_commands(
        &self,
        connection: &mut AsyncSmtpConnection,
        message: &Message,
        is_ascii: bool,
    ) -> Result<(), Broken> {
        let envelope = message.envelope();
        let mut parameters = Vec::new();
        let mut addresses = envelope.to().iter().chain(envelope.from());
        if addresses.any(|address| !AsRef::<str>::as_ref(address).is_ascii()) {
            if !connection.server_info().supports_feature(Extension::SmtpUtfEight) {
                return Err(Broken::Letters);
            }
            parameters.push(MailParameter::SmtpUtfEight);
        }
        if !is_ascii {
            if !connection.server_info().supports_feature(Extension::EightBitMime) {
                return Err(Broken::Letters);
            }
            parameters.push(MailParameter::Body(MailBodyParameter::EightBitMime));
        }
        self.step(connection.command(Mail::new(envelope.from().cloned(), parameters)))
            .await?;
        for recipient in envelope.to() {
            self.step(connection.command(Rcpt::new(recipient.clone(), vec![])))
                .await?;
        }
        self.step(connection.command(Data)).await?;
        Ok(())
    }

    async fn step<T>(&self, answer: impl Future<Output = Result<T, smtp::Error>>) -> Result<T, Broken> {
        match tokio::time::timeout(self.0.patience.step, answer).await {
            Ok(answered) => answered.map_err(Broken::Smtp),
            Err(_) => Err(Broken::Late),
        }
    }

    /// Ends when the server has had its time after the last dot.
    async fn final_reply_timed_out(&self) {
        let Patience {
            last_word,
            last_word_at_stop,
            ..
        } = self.0.patience;
        let at_stop = async {
            self.0.stopping.cancelled().await;
            tokio::time::sleep(last_word_at_stop).await;
        };
        tokio::select! {
            () = tokio::time::sleep(last_word) => (),
            () = at_stop => (),
        }
    }

    /// The connection that was used last, if there is one that the server has not closed yet as far as we know.
    fn idle(&self) -> Option<AsyncSmtpConnection> {
        let mut idle = self.0.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.retain(|idle| idle.since.elapsed() < LONGEST_IDLE);
        idle.pop().map(|idle| idle.connection)
    }

    fn park(&self, connection: AsyncSmtpConnection) {
        let mut idle = self.0.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.push(Idle {
            connection,
            since: Instant::now(),
        });
    }
}

/// Whether the server has closed the connection or says that it does: 421, or nothing where an answer is due.
fn is_closed(error: &smtp::Error) -> bool {
    match error.status() {
        Some(code) => code.to_string() == "421",
        None => !error.is_client(),
    }
}
