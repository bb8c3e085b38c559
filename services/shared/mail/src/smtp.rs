//! The SMTP dialogue of one mail, step by step, to know whether the server may have the mail.

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

/// The timeouts of an SMTP dialogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// For connecting (with TLS, greeting and login) and for each reply before the mail. RFC 5321 recommends
    /// minutes (section 4.5.3.2), for relays between strangers. Giving up here sends nothing twice, and the
    /// shop's own server should reply within a second.
    pub step: Duration,
    /// For the reply after the mail's final dot: 10 minutes (section 4.5.3.2.6). A client that gives up
    /// earlier sends mails twice that a slow server had accepted.
    pub last_word: Duration,
    /// For that reply once the program is stopping.
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

/// The longest idle time of a connection that is reused. Servers close theirs after a minute or more.
const LONGEST_IDLE: Duration = Duration::from_secs(30);

/// The timeout of QUIT, whose result does not matter.
const GOODBYE: Duration = Duration::from_secs(1);

/// A mail server with its connections.
#[derive(Debug, Clone)]
pub(crate) struct Server(Arc<Inner>);

struct Inner {
    address: Address,
    patience: Patience,
    /// A permit per connection. Servers refuse clients with too many.
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

/// Why a step failed.
enum Broken {
    /// An error from the server or the connection.
    Smtp(smtp::Error),
    /// A timeout.
    Late,
    /// The server does not support the mail's characters.
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

    /// Sends a mail. A stop cancels it at once while the server cannot have the mail.
    pub(crate) async fn send(&self, message: &Message) -> Result<(), Error> {
        let Inner { stopping, places, .. } = &*self.0;
        let text = message.formatted();
        let broken = |broken| match broken {
            Broken::Smtp(error) => Error::of_server(error),
            Broken::Late => Error::TimedOut,
            Broken::Letters => Error::Unsendable("the mail server cannot carry its letters"),
        };
        let beginning = async {
            let place = places.acquire().await.expect("the semaphore is open");
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

    /// Connects, and sends everything up to the mail itself.
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

    /// Sends MAIL, RCPT and DATA. After a refusal, ends the connection politely.
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
            // The result of QUIT does not matter.
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

    /// Returns when the time for the reply after the final dot is over.
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

    /// The most recently used idle connection, if one is probably still open.
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

/// True if the server closed the connection or announces it: code 421, or no reply.
fn is_closed(error: &smtp::Error) -> bool {
    match error.status() {
        Some(code) => code.to_string() == "421",
        None => !error.is_client(),
    }
}
