//! Tests of photos.

use reqwest::{Method, Response};
use runtime::status;
use serde_json::json;
use testkit::Served;
use tonic::Code;

use crate::{
    fake_photos::{FakePhotos, PHOTO},
    fakes::{Office, header, refusal},
    record::{Seen, token_for},
};

const MIB: usize = 1024 * 1024;

/// An office whose catalog has photos.
struct Studio {
    office: Office,
    photos: FakePhotos,
    catalog: Served,
}

impl Studio {
    async fn open() -> Self {
        let photos = FakePhotos::default();
        let catalog = photos.serve().await;
        let office = Office::set_up(|settings| settings.services.catalog_url = catalog.target()).await;
        Self {
            office,
            photos,
            catalog,
        }
    }

    async fn upload(&self, session: &str, size: usize) -> Response {
        let request = self.office.of(session, Method::POST, "/photos");
        let request = request.header("content-type", "image/jpeg").body(vec![7; size]);
        request.send().await.unwrap()
    }

    fn uploads(&self) -> Vec<usize> {
        std::mem::take(&mut *self.photos.uploads.lock().unwrap())
    }
}

#[tokio::test]
async fn a_photo_goes_to_the_catalog_whole() {
    let studio = Studio::open().await;
    for size in [100_000, 15 * MIB] {
        let kept = studio.upload("owner", size).await;
        assert_eq!(kept.status(), 201);
        let kept: serde_json::Value = kept.json().await.unwrap();
        let photo = json!({ "photo": format!("/photos/{PHOTO}"), "width": 1600, "height": 2000 });
        assert_eq!(kept["data"], photo);
        assert_eq!(studio.uploads(), [size]);
    }
    let call = "shop.catalog.v1.ProductEditingService/UploadPhoto".to_owned();
    let token = Some(token_for(&call));
    assert_eq!(studio.photos.record.take_seen()[0], Seen { call, token });
}

#[tokio::test]
async fn a_photo_without_permission_is_not_passed_on() {
    let studio = Studio::open().await;
    let signed_out = refusal(studio.upload("stranger", 15 * MIB).await, 401).await;
    assert_eq!(signed_out["code"], "NOT_SIGNED_IN");
    let not_allowed = refusal(studio.upload("packer", 15 * MIB).await, 403).await;
    assert_eq!(not_allowed["code"], "NO_PERMISSION");
    let too_large = refusal(studio.upload("owner", 15 * MIB + 1).await, 413).await;
    assert_eq!(too_large["code"], "TOO_LARGE");
    let packed = studio.office.of("owner", Method::POST, "/photos");
    let packed = packed.header("content-encoding", "gzip").body(vec![7; 100]);
    refusal(packed.send().await.unwrap(), 415).await;
    assert_eq!(studio.uploads(), [0; 0]);
    assert_eq!(studio.photos.record.take_seen(), []);
}

#[tokio::test]
async fn why_a_photo_is_not_taken_is_told() {
    let studio = Studio::open().await;
    for (code, reason, expected) in [
        (Code::InvalidArgument, "NO_PHOTO", 422),
        (Code::InvalidArgument, "TOO_SMALL", 422),
        (Code::ResourceExhausted, "BUSY", 429),
    ] {
        let refused = status::with_reason(code, reason, "Choose another.");
        studio.photos.record.refuse("UploadPhoto", refused);
        let told = refusal(studio.upload("owner", 1_000).await, expected).await;
        assert_eq!(
            (&told["code"], &told["message"]),
            (&json!(reason), &json!("Choose another."))
        );
    }
    studio.catalog.stop();
    let away = testkit::eventually("the catalog is away", async || {
        let answer = studio.upload("owner", 1_000).await;
        (answer.status() == 503).then_some(answer)
    })
    .await;
    refusal(away, 503).await;
}

#[tokio::test]
async fn a_photo_is_public() {
    let studio = Studio::open().await;
    let path = format!("/photos/{PHOTO}");
    let photo = studio.office.get(&path).await;
    assert_eq!(photo.status(), 200);
    assert_eq!(header(&photo, "content-type"), "image/webp");
    assert_eq!(
        header(&photo, "cache-control"),
        "public, max-age=31536000, immutable"
    );
    let tag = header(&photo, "etag").to_owned();
    let known = studio
        .office
        .request(Method::GET, &path)
        .header("if-none-match", tag);
    assert_eq!(known.send().await.unwrap().status(), 304);
    let missing = studio.office.get(&path.replace("0123", "ffff")).await;
    assert_eq!(missing.status(), 404);
    assert_eq!(header(&missing, "cache-control"), "public, max-age=60");
    assert_eq!(studio.office.get("/photos/karela.svg").await.status(), 404);
}
