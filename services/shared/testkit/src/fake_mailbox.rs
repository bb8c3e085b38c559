use std::{
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard},
};

use rustls::{ServerConfig, crypto::aws_lc_rs, pki_types::PrivateKeyDer};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader},
    net::{TcpListener, TcpStream},
    sync::watch,
    task::{JoinHandle, JoinSet},
};
use tokio_rustls::TlsAcceptor;

use crate::taken_mail::TakenMail;

/// A fake mail server with one mailbox for all recipients. It speaks SMTP over TCP, keeps received mails
/// unchanged, and refuses, delays or becomes silent on demand.
#[derive(Debug)]
pub struct FakeMailbox {
    address: SocketAddr,
    desk: Arc<ServerState>,
    listening: Mutex<Option<JoinHandle<()>>>,
}

/// The shared state of all connections.
#[derive(Debug, Default)]
struct ServerState {
    mails: Mutex<Vec<TakenMail>>,
    heard: Mutex<Vec<String>>,
    rules: Mutex<Vec<(String, Rule)>>,
    /// Changes when the server recovers.
    recovered: watch::Sender<()>,
    starttls: Option<Arc<ServerConfig>>,
}

#[derive(Debug, Clone)]
enum Rule {
    Answer(String),
    Silence,
    /// Applies to mails to one recipient, as does `HangUp`.
    Hold,
    HangUp,
}

impl FakeMailbox {
    /// Starts a server on its own port. It accepts every mail.
    pub async fn start() -> Self {
        Self::start_with(None).await
    }

    /// Starts a server that offers STARTTLS, with a self-signed certificate.
    pub async fn start_with_self_signed_certificate() -> Self {
        let certified =
            rcgen::generate_simple_self_signed(["127.0.0.1".to_owned()]).expect("a new certificate");
        let key = PrivateKeyDer::Pkcs8(certified.signing_key.serialize_der().into());
        let config = ServerConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
            .with_safe_default_protocol_versions()
            .expect("the provider knows the protocol")
            .with_no_client_auth()
            .with_single_cert(vec![certified.cert.der().clone()], key)
            .expect("the key is the certificate's");
        Self::start_with(Some(Arc::new(config))).await
    }

    async fn start_with(starttls: Option<Arc<ServerConfig>>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("port 0 is free");
        let mailbox = Self {
            address: listener.local_addr().expect("a bound listener has an address"),
            desk: Arc::new(ServerState {
                starttls,
                ..ServerState::default()
            }),
            listening: Mutex::default(),
        };
        mailbox.listen(listener);
        mailbox
    }

    /// The server's URL for `SMTP_URL`.
    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    /// The received mails, oldest first, including held ones.
    pub fn mails(&self) -> Vec<TakenMail> {
        locked(&self.desk.mails).clone()
    }

    /// The number of received mails, including held ones.
    pub fn count(&self) -> usize {
        locked(&self.desk.mails).len()
    }

    /// The number of commands with this prefix. A connection counts as an empty command.
    pub fn count_commands(&self, command: &str) -> usize {
        let heard = locked(&self.desk.heard);
        heard.iter().filter(|heard| heard.starts_with(command)).count()
    }

    /// Sets the answer to commands with this prefix, such as `451 come again` to `RCPT`.
    pub fn answer(&self, command: impl Into<String>, answer: impl Into<String>) {
        self.add(command.into(), Rule::Answer(answer.into()));
    }

    /// Becomes silent once it receives a command with this prefix.
    pub fn fall_silent_at(&self, command: impl Into<String>) {
        self.add(command.into(), Rule::Silence);
    }

    /// Accepts connections without a greeting.
    pub fn hang(&self) {
        self.fall_silent_at("");
    }

    /// Accepts mails to this recipient, but replies only when it recovers.
    pub fn hold(&self, recipient: &str) {
        self.add(recipient.to_owned(), Rule::Hold);
    }

    /// Accepts mails to this recipient, and closes the connection instead of replying.
    pub fn take_and_hang_up_on(&self, recipient: &str) {
        self.add(recipient.to_owned(), Rule::HangUp);
    }

    /// Accepts every mail again, ends silent connections, and sends held replies.
    pub fn recover(&self) {
        locked(&self.desk.rules).clear();
        self.desk.recovered.send_replace(());
    }

    /// Closes all connections and stops listening.
    pub async fn leave(&self) {
        let listening = locked(&self.listening).take();
        if let Some(listening) = listening {
            listening.abort();
            let _ = listening.await; // It ends as a cancelled task.
        }
    }

    /// Listens again at the same address.
    pub async fn come_back(&self) {
        let listener = TcpListener::bind(self.address).await;
        self.listen(listener.expect("the port is still free"));
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "the test's runtime ends with the test, and its tasks with it"
    )]
    fn listen(&self, listener: TcpListener) {
        let desk = Arc::clone(&self.desk);
        let listening = tokio::spawn(async move {
            let mut conversations = JoinSet::new();
            while let Ok((client, _)) = listener.accept().await {
                let desk = Arc::clone(&desk);
                conversations.spawn(async move { desk.serve(client).await });
                while conversations.try_join_next().is_some() {}
            }
        });
        *locked(&self.listening) = Some(listening);
    }

    fn add(&self, command: String, rule: Rule) {
        locked(&self.desk.rules).push((command, rule));
    }
}

impl ServerState {
    /// Serves a client. A client that closes the connection early is no failure.
    async fn serve(&self, client: TcpStream) -> std::io::Result<()> {
        let mut client = BufReader::new(client);
        locked(&self.heard).push(String::new());
        if let Some(Rule::Silence) = self.rule("") {
            self.recovery().await;
            return Ok(());
        }
        client.write_all(b"220 fake\r\n").await?;
        let is_upgraded = self.answer_commands(&mut client).await?;
        if let (true, Some(config)) = (is_upgraded, &self.starttls) {
            let acceptor = TlsAcceptor::from(Arc::clone(config));
            let mut client = BufReader::new(acceptor.accept(client.into_inner()).await?);
            self.answer_commands(&mut client).await?;
        }
        Ok(())
    }

    /// Answers commands until the client leaves. Returns true if it switches to TLS.
    async fn answer_commands<S>(&self, client: &mut BufReader<S>) -> std::io::Result<bool>
    where
        S: AsyncRead + AsyncWrite + Unpin,
    {
        let mut recipients = Vec::new();
        while let Some(line) = read_line(client).await? {
            locked(&self.heard).push(line.clone());
            let answer = match self.rule(&line) {
                Some(Rule::Answer(answer)) => answer,
                Some(Rule::Silence) => {
                    self.recovery().await;
                    return Ok(false);
                }
                Some(Rule::Hold | Rule::HangUp) | None => match line.get(..4).unwrap_or(&line) {
                    "EHLO" if self.starttls.is_some() => "250-fake\r\n250 STARTTLS".to_owned(),
                    "STAR" if self.starttls.is_some() => {
                        client.write_all(b"220 go on\r\n").await?;
                        return Ok(true);
                    }
                    "RCPT" => {
                        recipients.push(address(&line));
                        "250 fine".to_owned()
                    }
                    "DATA" => self.receive_mail(client, std::mem::take(&mut recipients)).await?,
                    "QUIT" => "221 bye".to_owned(),
                    _ => "250 fine".to_owned(),
                },
            };
            client.write_all(format!("{answer}\r\n").as_bytes()).await?;
        }
        Ok(false)
    }

    async fn receive_mail<S>(
        &self,
        client: &mut BufReader<S>,
        recipients: Vec<String>,
    ) -> std::io::Result<String>
    where
        S: AsyncRead + AsyncWrite + Unpin,
    {
        client.write_all(b"354 go on\r\n").await?;
        let mut text = String::new();
        while let Some(line) = read_line(client).await?
            && line != "."
        {
            text.push_str(line.strip_prefix('.').unwrap_or(&line));
            text.push('\n');
        }
        let rule = recipients.iter().find_map(|recipient| self.rule(recipient));
        locked(&self.mails).push(TakenMail { recipients, text });
        match rule {
            Some(Rule::Hold) => self.recovery().await,
            Some(Rule::HangUp) => return Err(std::io::Error::other("it hangs up")),
            _ => (),
        }
        Ok("250 taken".to_owned())
    }

    /// The rule for a command. A rule with an empty prefix matches everything, including a new connection.
    fn rule(&self, said: &str) -> Option<Rule> {
        let (rules, applies) = (locked(&self.rules), |start: &str| said.starts_with(start));
        rules
            .iter()
            .find(|(start, _)| applies(start))
            .map(|(_, rule)| rule.clone())
    }

    async fn recovery(&self) {
        // An error means that the server is gone, so the connection can end.
        let _ = self.recovered.subscribe().changed().await;
    }
}

async fn read_line<S>(client: &mut BufReader<S>) -> std::io::Result<Option<String>>
where
    S: AsyncRead + Unpin,
{
    let mut line = String::new();
    let read = client.read_line(&mut line).await?;
    Ok((read > 0).then(|| line.trim_end_matches(['\r', '\n']).to_owned()))
}

/// The text between the angle brackets.
fn address(command: &str) -> String {
    let (_, rest) = command.split_once('<').unwrap_or_default();
    let (address, _) = rest.split_once('>').unwrap_or_default();
    address.to_owned()
}

fn locked<T>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock().expect("nothing panics while it holds this lock")
}
