use csv_import::{File, MOST_BYTES, StartError, State, periodic_tasks, start};
use testkit::{Running, eventually};
use uuid::Uuid;

use crate::{BINA, Library, file};

#[tokio::test]
async fn the_same_file_again_is_the_same_import_and_another_one_is_refused() {
    let library = Library::open(0).await;
    let once = file("one,\r\n", false);
    let first = library.start(once.clone()).await;
    assert_eq!(library.start(once.clone()).await, first);
    assert_eq!(library.count("jobs").await, 1);
    let others = [
        File {
            content: b"word\r\ntwo\r\n".to_vec(),
            ..once.clone()
        },
        File {
            is_dry_run: true,
            ..once.clone()
        },
    ];
    for other in others {
        let refused = start(library.db(), "words", other, BINA).await;
        assert!(matches!(refused, Err(StartError::OtherFile)), "{refused:?}");
    }
    for (kind, staff) in [("words", Uuid::nil()), ("rhymes", BINA)] {
        let refused = start(library.db(), kind, once.clone(), staff).await;
        assert!(matches!(refused, Err(StartError::OtherFile)), "{refused:?}");
    }
    assert_eq!(
        csv_import::find(library.db(), "rhymes", first.id)
            .await
            .expect("it answers"),
        None
    );
}

#[tokio::test]
async fn a_file_that_is_no_text_or_too_large_is_refused_at_once() {
    let library = Library::open(0).await;
    let good = file("one,\r\n", false);
    let content = |content: Vec<u8>| File {
        content,
        ..good.clone()
    };
    for (file, field) in [
        (content(vec![0xFF, 0xFE]), "file.content"),
        (content(b"word\0".to_vec()), "file.content"),
        (content(vec![b'x'; MOST_BYTES + 1]), "file.content"),
        (
            File {
                import_id: "1".to_owned(),
                ..good.clone()
            },
            "file.import_id",
        ),
    ] {
        match start(library.db(), "words", file, BINA).await {
            Err(StartError::Invalid(violations)) => assert_eq!(violations[0].field, field),
            other => panic!("{other:?}"),
        }
    }
    for _ in 0..10 {
        library.start(file("one,\r\n", false)).await;
    }
    let busy = start(library.db(), "words", good, BINA).await;
    assert!(matches!(busy, Err(StartError::Busy)), "{busy:?}");
}

#[tokio::test]
async fn an_unfinished_import_is_ended_and_an_old_one_is_deleted() {
    let library = Library::open(0).await;
    let (unfinished, old) = (file("one,\r\n", false), file("two,\r\n", false));
    let unfinished = library.start(unfinished).await.id;
    let old = library.start(old).await.id;
    library
        .sql(&format!(
            "UPDATE csv_imports SET started_at = now() - interval '2 hours' WHERE id = '{unfinished}';
             UPDATE csv_imports SET started_at = now() - interval '31 days', state = 'applied', content = NULL,
               finished_at = now() WHERE id = '{old}'"
        ))
        .await;
    let db = library.db().clone();
    let _running = Running::start(|stopping| jobs::run_periodic_tasks(db, periodic_tasks().into(), stopping));
    eventually("the old one is forgotten", async || {
        (library.count("csv_imports").await == 1).then_some(())
    })
    .await;
    assert_eq!(library.end(unfinished).await.state, State::Failed);
}
