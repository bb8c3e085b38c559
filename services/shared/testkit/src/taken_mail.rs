/// A mail that the server received.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakenMail {
    /// The recipients in the envelope.
    pub recipients: Vec<String>,
    /// Headers and bodies, with LF line ends.
    pub text: String,
}

impl TakenMail {
    /// The Message-ID without brackets.
    pub fn message_id(&self) -> String {
        let id = self.headers("Message-ID").concat();
        id.trim_matches(['<', '>']).to_owned()
    }

    /// The subject header. Other scripts are encoded.
    pub fn subject(&self) -> String {
        self.headers("Subject").concat()
    }

    /// All values of a header, each unfolded to one line.
    pub fn headers(&self, name: &str) -> Vec<String> {
        let headers = self.text.split("\n\n").next().unwrap_or_default();
        let unfolded = headers.replace("\n ", " ");
        let values = unfolded.lines().filter_map(|line| {
            let (header, value) = line.split_once(':')?;
            header.eq_ignore_ascii_case(name).then(|| value.trim().to_owned())
        });
        values.collect()
    }
}
