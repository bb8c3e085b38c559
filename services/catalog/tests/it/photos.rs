//! Uploads of photos: accepted files, their sizes, and malicious files.

use futures_util::future::join_all;
use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use proto::catalog::v1::{
    GetPhotoFileRequest, GetPhotoFileResponse, UploadPhotoRequest, UploadPhotoResponse,
    photo_service_client::PhotoServiceClient, product_editing_service_client::ProductEditingServiceClient,
};
use tempfile::TempDir;
use testkit::Served;
use tonic::{Code, Response, Status, transport::Channel};

use crate::{
    database,
    photo_files::{SECRET, black_png, claiming, encoded, jpeg, picture, with_exif, with_segment},
    serve,
};

/// A catalog with a photo folder.
struct Album {
    uploads: ProductEditingServiceClient<Channel>,
    files: PhotoServiceClient<Channel>,
    _served: Served,
    _database: testkit::TestDatabase,
    _folder: TempDir,
}

impl Album {
    async fn open() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let settings = catalog::PhotoSettings::folder(folder.path());
        Self::with(settings, folder).await
    }

    async fn with(settings: catalog::PhotoSettings, folder: TempDir) -> Self {
        let database = database().await;
        let served = serve(database.url(), settings).await;
        let channel = Channel::builder(served.url()).connect_lazy();
        let files = PhotoServiceClient::new(channel.clone());
        testkit::eventually("the catalog answers", async || {
            let name = String::new();
            let asked = files.clone().get_photo_file(GetPhotoFileRequest { name }).await;
            asked.err().filter(|status| status.code() == Code::NotFound)
        })
        .await;
        Self {
            uploads: ProductEditingServiceClient::new(channel),
            files,
            _served: served,
            _database: database,
            _folder: folder,
        }
    }

    /// Uploads, and retries while the catalog is busy.
    async fn upload(&self, content: Vec<u8>) -> Result<UploadPhotoResponse, Status> {
        testkit::eventually("the catalog has time for a photo", async || {
            let answer = self.upload_once(content.clone()).await;
            let is_busy = |refused: &Status| refused.code() == Code::ResourceExhausted;
            (!answer.as_ref().is_err_and(is_busy)).then_some(answer)
        })
        .await
    }

    async fn upload_once(&self, content: Vec<u8>) -> Result<UploadPhotoResponse, Status> {
        let request = UploadPhotoRequest { content };
        self.uploads
            .clone()
            .upload_photo(request)
            .await
            .map(Response::into_inner)
    }

    async fn file(&self, name: &str) -> Result<GetPhotoFileResponse, Status> {
        let request = GetPhotoFileRequest {
            name: name.to_owned(),
        };
        self.files
            .clone()
            .get_photo_file(request)
            .await
            .map(Response::into_inner)
    }

    /// The file of a photo in this width.
    async fn sized(&self, photo: &str, width: u32) -> Vec<u8> {
        let name = photo.strip_prefix("/photos/").unwrap();
        let name = name.replace("-800.", &format!("-{width}."));
        let file = self.file(&name).await.unwrap();
        assert_eq!(file.media_type, "image/webp");
        file.content
    }

    async fn refused(&self, content: Vec<u8>) -> String {
        let refused = self.upload(content).await.expect_err("it is not taken");
        assert_eq!(refused.code(), Code::InvalidArgument, "{refused}");
        runtime::status::details(&refused).reason.unwrap()
    }
}

fn decoded(webp: &[u8]) -> DynamicImage {
    image::load_from_memory_with_format(webp, ImageFormat::WebP).unwrap()
}

/// The colour in the upper left or right corner of the picture.
fn colour(picture: &DynamicImage, is_right: bool) -> Rgb<u8> {
    let picture = picture.to_rgb8();
    let x = if is_right {
        picture.width() * 9 / 10
    } else {
        picture.width() / 10
    };
    *picture.get_pixel(x, picture.height() / 10)
}

fn is_red(Rgb([red, green, _]): Rgb<u8>) -> bool {
    red > 180 && green < 80
}

#[tokio::test]
async fn a_photo_comes_out_in_three_sizes_each_smaller_than_it_went_in() {
    let album = Album::open().await;
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP] {
        let upload = encoded(&picture(1600, 2000), format);
        let kept = album.upload(upload.clone()).await.unwrap();
        assert_eq!((kept.width, kept.height), (1600, 2000));
        let mut smaller = 0;
        for (width, height) in [(400, 500), (800, 1000), (1200, 1500)] {
            let file = album.sized(&kept.photo, width).await;
            assert!(
                file.len() > smaller && file.len() < upload.len(),
                "{format:?} {width}"
            );
            smaller = file.len();
            let picture = decoded(&file);
            assert_eq!((picture.width(), picture.height()), (width, height));
            assert!(is_red(colour(&picture, false)) && !is_red(colour(&picture, true)));
        }
        assert_eq!(album.upload(upload).await.unwrap(), kept, "the same again");
    }
    for name in [
        "",
        "photo-800.webp",
        "00000000000000000000000000000000-800.webp",
        "00000000000000000000000000000000-800.svg",
        "../../etc/passwd",
    ] {
        let missing = album.file(name).await.expect_err("there is none");
        assert_eq!(missing.code(), Code::NotFound, "{name}");
    }
}

#[tokio::test]
async fn a_small_photo_is_never_made_larger() {
    let album = Album::open().await;
    let kept = album.upload(jpeg(600, 700)).await.unwrap();
    for (width, expected) in [(400, 400), (800, 600), (1200, 600)] {
        assert_eq!(decoded(&album.sized(&kept.photo, width).await).width(), expected);
    }
    assert_eq!(album.refused(jpeg(599, 800)).await, "TOO_SMALL");
}

#[tokio::test]
async fn exif_data_turns_the_photo_and_is_removed() {
    let album = Album::open().await;
    let upload = with_exif(&with_segment(&jpeg(1200, 900), 0xfe, SECRET.as_bytes()));
    let kept = album.upload(upload).await.unwrap();
    assert_eq!((kept.width, kept.height), (900, 1200));
    for width in [400, 800, 1200] {
        let file = album.sized(&kept.photo, width).await;
        for forgotten in [SECRET, "Exif", "EXIF", "XMP", "ICCP"] {
            let found = file
                .windows(forgotten.len())
                .any(|part| part == forgotten.as_bytes());
            assert!(!found, "{forgotten}");
        }
        let picture = decoded(&file);
        assert!(picture.height() > picture.width());
        assert!(
            is_red(colour(&picture, true)) && !is_red(colour(&picture, false)),
            "it is turned"
        );
    }
}

#[tokio::test]
async fn colours_of_wide_screens_become_those_of_all() {
    let album = Album::open().await;
    // The brightest red of sRGB, in Display P3.
    let red = encoded(
        &RgbImage::from_pixel(700, 700, Rgb([234, 51, 35])),
        ImageFormat::Jpeg,
    );
    let profile = moxcms::ColorProfile::new_display_p3().encode().unwrap();
    let wide = with_segment(
        &red,
        0xe2,
        &[b"ICC_PROFILE\0\x01\x01", profile.as_slice()].concat(),
    );
    for (upload, least) in [(wide, 248), (red, 0)] {
        let kept = album.upload(upload).await.unwrap();
        let Rgb([red, green, _]) = colour(&decoded(&album.sized(&kept.photo, 400).await), true);
        assert!(red >= least && (least > 0) == (green < 20), "{red} {green}");
    }
}

#[tokio::test]
async fn a_file_that_is_no_photo_is_refused() {
    let album = Album::open().await;
    let whole = jpeg(800, 800);
    let svg = r#"<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>"#;
    for (what, upload) in [
        ("nothing", Vec::new()),
        ("text", b"photo.jpg".to_vec()),
        ("a script", svg.as_bytes().to_vec()),
        ("a page", b"<!doctype html><script>alert(1)</script>".to_vec()),
        (
            "an animation",
            b"GIF89a\x20\x03\x20\x03\0\0\0,\0\0\0\0\x20\x03\x20\x03\0\x02\x02D\x01\0;".to_vec(),
        ),
        ("half a JPEG", whole[..whole.len() / 2].to_vec()),
        ("half a PNG", black_png(800, 800, 8)[..120].to_vec()),
        ("half a WebP", {
            let webp = encoded(&picture(800, 800), ImageFormat::WebP);
            webp[..webp.len() / 2].to_vec()
        }),
    ] {
        assert_eq!(album.refused(upload).await, "NO_PHOTO", "{what}");
    }
}

#[tokio::test]
async fn bombs_do_not_go_off() {
    let album = Album::open().await;
    let bomb = black_png(50_000, 50_000, 1);
    assert!(bomb.len() < 4_000_000, "{} bytes are 2.5 gigapixels", bomb.len());
    for (what, upload) in [
        ("2.5 gigapixels", bomb),
        ("100 megapixels", claiming(&jpeg(800, 800), 10_000, 10_000)),
        ("more than 15 MiB", {
            let mut padded = jpeg(800, 800);
            padded.resize(15 * 1024 * 1024 + 1, 0);
            padded
        }),
    ] {
        assert_eq!(album.refused(upload).await, "TOO_LARGE", "{what}");
    }
}

#[tokio::test]
async fn a_photo_that_is_a_page_too_is_only_a_photo_afterwards() {
    let album = Album::open().await;
    let mut upload = with_segment(&jpeg(700, 700), 0xfe, b"*/=alert(1)/*<script>alert(1)</script>");
    upload.extend(b"<html><script>alert(1)</script></html>");
    let kept = album.upload(upload).await.unwrap();
    for width in [400, 800, 1200] {
        let file = album.sized(&kept.photo, width).await;
        assert!(file.starts_with(b"RIFF") && !file.windows(5).any(|part| part == b"alert"));
    }
}

#[tokio::test]
async fn many_large_photos_at_once_wait_or_are_told_to_come_again() {
    let album = Album::open().await;
    let photo = black_png(6_000, 6_000, 8);
    let uploads = (0..12_u8).map(|number| {
        // Bytes after the end are ignored, but they change the photo's id.
        let mut photo = photo.clone();
        photo.push(number);
        album.upload_once(photo)
    });
    // The number of accepted uploads depends on the speed of the machine.
    let refused: Vec<_> = join_all(uploads)
        .await
        .into_iter()
        .filter_map(Result::err)
        .collect();
    assert!(!refused.is_empty(), "all are taken");
    for refused in refused {
        assert_eq!(refused.code(), Code::ResourceExhausted, "{refused}");
        let details = runtime::status::details(&refused);
        assert_eq!(details.reason.as_deref(), Some("BUSY"));
        assert!(details.retry_after.is_some());
    }
    album
        .upload(jpeg(700, 700))
        .await
        .expect("all turns are given back");
}

#[tokio::test]
async fn without_its_store_the_catalog_takes_and_has_no_photos() {
    let away = catalog::PhotoSettings {
        photo_store: Some("s3://photos/shop".parse().unwrap()),
        aws_region: Some("ap-south-1".to_owned()),
        // No server listens on port 1.
        aws_endpoint_url: Some("http://127.0.0.1:1".parse().unwrap()),
        aws_access_key_id: Some("shop".to_owned()),
        aws_secret_access_key: Some("secret".to_owned().into()),
        ..catalog::PhotoSettings::default()
    };
    for settings in [away, catalog::PhotoSettings::default()] {
        let album = Album::with(settings, tempfile::tempdir().unwrap()).await;
        let taken = album.upload(jpeg(700, 700)).await.map(|_| ());
        let given = album
            .file("00000000000000000000000000000000-800.webp")
            .await
            .map(|_| ());
        for answer in [taken, given] {
            let failed = answer.expect_err("there is no store");
            assert_eq!(failed.code(), Code::Unavailable, "{failed}");
            assert!(runtime::status::details(&failed).retry_after.is_some());
        }
    }
}
