//! An SMTP server that accepts all mails and delivers none.

use serde_json::json;
use tokio::{
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader},
    net::{TcpListener, TcpStream},
    task::JoinSet,
};

/// Receives mails until it is stopped.
pub(crate) async fn receive() -> anyhow::Result<()> {
    let smtp = TcpListener::bind("0.0.0.0:1025").await?;
    let probes = TcpListener::bind("0.0.0.0:8025").await?;
    let mut clients = JoinSet::new();
    loop {
        // A client that disconnects early does not stop the server.
        tokio::select! {
            client = smtp.accept() => drop(clients.spawn(converse(client?.0))),
            client = probes.accept() => drop(clients.spawn(say_ready(client?.0))),
            Some(_) = clients.join_next() => (),
        }
    }
}

/// Answers commands until the client disconnects.
async fn converse(client: TcpStream) -> std::io::Result<()> {
    let mut client = BufReader::new(client);
    let (mut line, mut recipients) = (String::new(), Vec::new());
    client.write_all(b"220 receivers\r\n").await?;
    loop {
        line.clear();
        if client.read_line(&mut line).await? == 0 {
            return Ok(());
        }
        let answer = match line.get(..4).unwrap_or_default() {
            "RCPT" => {
                recipients.push(address(&line));
                "250 fine"
            }
            "DATA" => {
                client.write_all(b"354 go on\r\n").await?;
                let subject = read_mail(&mut client).await?;
                println!(
                    "{}",
                    json!({ "to": std::mem::take(&mut recipients), "subject": subject })
                );
                "250 taken"
            }
            "QUIT" => "221 bye",
            _ => "250 fine",
        };
        client.write_all(format!("{answer}\r\n").as_bytes()).await?;
    }
}

/// Reads a mail up to its final dot, and returns its raw subject.
async fn read_mail(client: &mut BufReader<TcpStream>) -> std::io::Result<String> {
    let (mut line, mut subject) = (String::new(), String::new());
    loop {
        line.clear();
        if client.read_line(&mut line).await? == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        let text = line.trim_end();
        if text == "." {
            return Ok(subject);
        }
        if let Some(words) = text.strip_prefix("Subject: ")
            && subject.is_empty()
        {
            words.clone_into(&mut subject);
        }
    }
}

/// The address between the angle brackets.
fn address(command: &str) -> String {
    let (_, rest) = command.split_once('<').unwrap_or_default();
    let (address, _) = rest.split_once('>').unwrap_or_default();
    address.to_owned()
}

/// Answers any HTTP probe with 200.
async fn say_ready(client: TcpStream) -> std::io::Result<()> {
    let mut client = BufReader::new(client);
    let mut line = String::new();
    while client.read_line(&mut line).await? > 2 {
        line.clear();
    }
    client
        .write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        .await
}
