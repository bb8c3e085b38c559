//! Only unused photos are removed.

use image::ImageFormat;
use proto::catalog::v1::{
    GetPhotoFileRequest, ProductContent, UploadPhotoRequest, photo_service_client::PhotoServiceClient,
};
use tempfile::TempDir;
use tonic::{Code, transport::Channel};

use crate::{
    editing::{Desk, GILOY, fields, giloy},
    execute,
    photo_files::{encoded, picture},
};

/// A desk with a photo folder.
struct Album {
    desk: Desk,
    files: PhotoServiceClient<Channel>,
    _folder: TempDir,
}

impl Album {
    async fn open() -> Self {
        let folder = tempfile::tempdir().expect("there is room");
        let desk = Desk::open_with(catalog::PhotoSettings::folder(folder.path())).await;
        let channel = Channel::builder(desk.shelf.served.url()).connect_lazy();
        Self {
            desk,
            files: PhotoServiceClient::new(channel),
            _folder: folder,
        }
    }

    /// Uploads a picture of this width, and returns its address.
    async fn upload(&self, width: u32) -> String {
        let content = encoded(&picture(width, 700), ImageFormat::Png);
        let request = self.desk.asked(UploadPhotoRequest { content });
        let kept = self.desk.editing().upload_photo(request).await;
        kept.expect("it is kept").into_inner().photo
    }

    /// The number of sizes in which a photo exists.
    async fn sizes(&self, photo: &str) -> usize {
        let mut sizes = 0;
        for width in [400, 800, 1200] {
            let name = photo
                .trim_start_matches("/photos/")
                .replace("-800.", &format!("-{width}."));
            match self
                .files
                .clone()
                .get_photo_file(GetPhotoFileRequest { name })
                .await
            {
                Ok(_) => sizes += 1,
                Err(missing) => assert_eq!(missing.code(), Code::NotFound, "{missing}"),
            }
        }
        sizes
    }

    /// Lets a week pass for all photos, and runs the task.
    async fn a_week_later(&self) {
        execute(&self.desk.database, "UPDATE kept_photos SET due_at = now()").await;
        self.run_task("SELECT count(*) FROM kept_photos WHERE removed_at IS NULL AND due_at <= now()")
            .await;
    }

    /// Runs the periodic task at least once, until this query and the files to remove are at zero.
    async fn run_task(&self, left: &'static str) {
        execute(
            &self.desk.database,
            "UPDATE periodic_tasks SET succeeded_at = '2000-01-01' WHERE name = 'orphaned-photos'",
        )
        .await;
        let not_yet = "SELECT count(*) FROM periodic_tasks WHERE name = 'orphaned-photos' AND succeeded_at = '2000-01-01'";
        testkit::eventually("the photos are looked at", async || {
            let sooner =
                "UPDATE periodic_tasks SET due_at = now() WHERE name = 'orphaned-photos' AND holder IS NULL";
            execute(&self.desk.database, sooner).await;
            let condemned = "SELECT count(*) FROM kept_photos WHERE removed_at IS NOT NULL AND NOT is_gone";
            let left = self.count(not_yet).await + self.count(left).await + self.count(condemned).await;
            (left == 0).then_some(())
        })
        .await;
    }

    async fn count(&self, sql: &'static str) -> i64 {
        let count = sqlx::query_scalar(sql).fetch_one(self.desk.database.pool()).await;
        count.expect("the database answers")
    }
}

fn with_photo(photo: &str) -> ProductContent {
    ProductContent {
        photos: vec![photo.to_owned()],
        ..giloy()
    }
}

#[tokio::test]
async fn photos_that_neither_a_product_nor_its_history_names_are_removed_after_a_week() {
    let album = Album::open().await;
    let (old, new, unused) = (
        album.upload(700).await,
        album.upload(701).await,
        album.upload(702).await,
    );
    album
        .desk
        .create(GILOY, with_photo(&old))
        .await
        .expect("it is kept");
    let updated = album.desk.update(1, with_photo(&new)).await;
    updated.expect("it is changed");
    album.a_week_later().await;
    let fresh = album.upload(703).await;
    album.run_task("SELECT count(*) - 4 FROM kept_photos").await;
    for (photo, sizes) in [(&old, 3), (&new, 3), (&unused, 0), (&fresh, 3)] {
        assert_eq!(album.sizes(photo).await, sizes, "{photo}");
    }

    // A removed photo can no longer be used.
    let refused = album.desk.update(2, with_photo(&unused)).await;
    let refused = refused.expect_err("its files are gone");
    assert_eq!(refused.code(), Code::InvalidArgument);
    assert_eq!(fields(&refused), ["photos[0]"]);
    let import = album
        .desk
        .import(&format!("product_id,photos\n{GILOY},{unused}\n"))
        .await;
    let wrong = &import.errors[0];
    assert_eq!((wrong.line, wrong.column.as_str()), (2, "photos"), "{import:?}");

    // It can be used again after an upload.
    assert_eq!(album.upload(702).await, unused);
    assert_eq!(album.sizes(&unused).await, 3);
    let updated = album.desk.update(2, with_photo(&unused)).await;
    updated.expect("it is there again");
    album.a_week_later().await;
    assert_eq!(album.sizes(&unused).await, 3);
}

#[tokio::test]
async fn an_upload_that_is_not_written_down_has_a_week_from_when_it_is_found() {
    let album = Album::open().await;
    let photo = album.upload(700).await;
    execute(&album.desk.database, "DELETE FROM kept_photos").await;
    album.run_task("SELECT 1 - count(*) FROM kept_photos").await;
    assert_eq!(album.sizes(&photo).await, 3);
    album.a_week_later().await;
    assert_eq!(album.sizes(&photo).await, 0);
}

#[tokio::test]
async fn a_photo_that_is_being_named_is_left_alone() {
    let album = Album::open().await;
    let (named, unused) = (album.upload(700).await, album.upload(701).await);
    // A transaction that is about to use the photo, as a product update does.
    let mut naming = database::begin(album.desk.database.pool())
        .await
        .expect("it begins");
    let id = &named["/photos/".len()..][..32];
    let held = sqlx::query("SELECT FROM kept_photos WHERE id = $1 FOR KEY SHARE").bind(id);
    held.execute(&mut *naming).await.expect("it is there");
    execute(&album.desk.database, "UPDATE kept_photos SET due_at = now()").await;
    album
        .run_task("SELECT count(*) - 1 FROM kept_photos WHERE removed_at IS NULL AND due_at <= now()")
        .await;
    assert_eq!(album.sizes(&unused).await, 0);
    let change = sqlx::query(
        "INSERT INTO product_changes (product_id, version, staff_id, fields, photo_ids)
         SELECT id, 2, gen_random_uuid(), '[]', ARRAY[$1] FROM products WHERE product_name = 'Karela Powder'",
    );
    let named_by = change.bind(id).execute(&mut *naming).await;
    assert_eq!(named_by.expect("it is named").rows_affected(), 1);
    naming.commit().await.expect("it is written");
    album
        .run_task("SELECT count(*) FROM kept_photos WHERE removed_at IS NULL AND due_at <= now()")
        .await;
    assert_eq!(album.sizes(&named).await, 3);
}
