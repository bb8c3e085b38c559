//! The settings of the photo store.

use std::path::Path;

use object_store::{ObjectStore, local::LocalFileSystem};
use runtime::Secret;
use url::Url;

/// The settings of the photo store.
#[derive(Debug, Clone, Default, clap::Args)]
#[group(skip)]
pub struct Settings {
    /// URL of the photo store: `file:///folder`, shared by all replicas, or `s3://bucket/folder`; absent:
    /// uploads are refused
    #[arg(long, env, value_parser = store_url)]
    pub photo_store: Option<Url>,
    /// Region of the bucket
    #[arg(long, env)]
    pub aws_region: Option<String>,
    /// Endpoint of the store, if it is not Amazon's; plain HTTP only inside a private network
    #[arg(long, env)]
    pub aws_endpoint_url: Option<Url>,
    /// Access key of the store; absent: the role's
    #[arg(long, env)]
    pub aws_access_key_id: Option<String>,
    /// Secret of the access key
    #[arg(long, env, hide_env_values = true)]
    pub aws_secret_access_key: Option<Secret>,
    /// Role at the store
    #[arg(long, env)]
    pub aws_role_arn: Option<String>,
    /// File with the token of the role, as clusters mount it
    #[arg(long, env)]
    pub aws_web_identity_token_file: Option<String>,
}

/// The error for a URL that is no photo store.
#[derive(Debug, thiserror::Error)]
#[error("write it as file:///folder or s3://bucket/folder")]
struct InvalidStoreUrl;

fn store_url(text: &str) -> Result<Url, InvalidStoreUrl> {
    let url: Url = text.parse().map_err(|_| InvalidStoreUrl)?;
    let is_store = match url.scheme() {
        "file" => url.to_file_path().is_ok(),
        "s3" => url.has_host(),
        _ => false,
    };
    is_store.then_some(url).ok_or(InvalidStoreUrl)
}

impl Settings {
    /// Settings with a folder of this machine.
    pub fn folder(folder: &Path) -> Self {
        Self {
            photo_store: std::path::absolute(folder)
                .ok()
                .and_then(|folder| Url::from_directory_path(folder).ok()),
            ..Self::default()
        }
    }

    /// Opens the store and its folder, without connecting; `None` if it is not configured.
    pub(crate) fn open(
        &self,
    ) -> object_store::Result<Option<(Box<dyn ObjectStore>, object_store::path::Path)>> {
        let Some(url) = &self.photo_store else {
            return Ok(None);
        };
        let (store, folder) = object_store::parse_url_opts(url, self.options())?;
        if url.scheme() == "file" {
            // With fsync, so that an acknowledged photo survives a power failure, like an order.
            let store = LocalFileSystem::new().with_fsync(true);
            return Ok(Some((Box::new(store), folder)));
        }
        Ok(Some((store, folder)))
    }

    /// The options of the store, by the names of `object_store`.
    fn options(&self) -> Vec<(&'static str, String)> {
        let text = |text: &Option<String>| text.clone();
        let endpoint = self.aws_endpoint_url.as_ref();
        let is_plain = endpoint.is_some_and(|endpoint| endpoint.scheme() == "http");
        let secret = self.aws_secret_access_key.as_ref();
        let given = [
            ("aws_region", text(&self.aws_region)),
            (
                "aws_endpoint",
                endpoint.map(|endpoint| endpoint.as_str().trim_end_matches('/').to_owned()),
            ),
            ("aws_access_key_id", text(&self.aws_access_key_id)),
            (
                "aws_secret_access_key",
                secret.map(|secret| secret.expose().to_owned()),
            ),
            ("aws_role_arn", text(&self.aws_role_arn)),
            (
                "aws_web_identity_token_file",
                text(&self.aws_web_identity_token_file),
            ),
            ("allow_http", is_plain.then(|| "true".to_owned())),
            ("timeout", Some("5s".to_owned())),
            ("connect_timeout", Some("1s".to_owned())),
        ];
        let given = given.into_iter();
        given.filter_map(|(name, value)| Some((name, value?))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_folders_and_buckets_are_places() {
        for text in ["file:///var/lib/photos", "s3://bucket", "s3://bucket/photos/"] {
            assert!(store_url(text).is_ok(), "{text}");
        }
        for text in [
            "",
            "photos",
            "/var/lib/photos",
            "memory:///",
            "https://shop.example/photos",
            "s3:///photos",
        ] {
            assert!(store_url(text).is_err(), "{text}");
        }
    }
}
