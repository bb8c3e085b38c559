use std::sync::{Arc, Mutex};

use tokio::{
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader},
    net::{TcpListener, TcpStream},
};

/// An SMTP server that answers one command as told and remembers the mails it took, as they came.
pub(crate) struct FakeMailServer {
    url: String,
    taken: Arc<Mutex<Vec<String>>>,
}

impl FakeMailServer {
    /// A server that takes every mail.
    pub(crate) async fn start() -> Self {
        Self::answering("", "").await
    }

    /// A server that answers commands which begin with `command` with `answer`.
    #[expect(
        clippy::disallowed_methods,
        reason = "the test's runtime ends with the test, and its tasks with it"
    )]
    pub(crate) async fn answering(command: &'static str, answer: &'static str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("port 0 is free");
        let address = listener.local_addr().expect("a bound listener has an address");
        let taken = Arc::<Mutex<Vec<String>>>::default();
        let mails = Arc::clone(&taken);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                // A client that hangs up in the middle is no failure of the server.
                let _ = talk(client, command, answer, &mails).await;
            }
        });
        Self {
            url: format!("smtp://{address}"),
            taken,
        }
    }

    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    pub(crate) fn taken(&self) -> Vec<String> {
        self.taken
            .lock()
            .expect("nothing panics while it holds this lock")
            .clone()
    }
}

async fn talk(
    mut client: TcpStream,
    command: &str,
    answer: &str,
    mails: &Mutex<Vec<String>>,
) -> std::io::Result<()> {
    let (reader, mut writer) = client.split();
    let mut lines = BufReader::new(reader).lines();
    writer.write_all(b"220 fake\r\n").await?;
    while let Some(line) = lines.next_line().await? {
        let reply = match line.get(..4).unwrap_or(&line) {
            _ if !command.is_empty() && line.starts_with(command) => answer,
            "DATA" => {
                writer.write_all(b"354 go on\r\n").await?;
                let mut mail = String::new();
                while let Some(line) = lines.next_line().await?
                    && line != "."
                {
                    mail.push_str(&line);
                    mail.push('\n');
                }
                mails
                    .lock()
                    .expect("nothing panics while it holds this lock")
                    .push(mail);
                "250 taken"
            }
            "QUIT" => "221 bye",
            _ => "250 fine",
        };
        writer.write_all(format!("{reply}\r\n").as_bytes()).await?;
    }
    Ok(())
}
