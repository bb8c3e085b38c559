/// A mail that the server took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakenMail {
    /// The recipients that the envelope names.
    pub recipients: Vec<String>,
    /// Headers and bodies, with LF line ends.
    pub text: String,
}

impl TakenMail {
    /// Without its brackets.
    pub fn message_id(&self) -> String {
        let id = self.headers("Message-ID").concat();
        id.trim_matches(['<', '>']).to_owned()
    }

    /// As it came; other scripts are encoded.
    pub fn subject(&self) -> String {
        self.headers("Subject").concat()
    }

    /// Every value of a header, on one line each.
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
