use std::sync::atomic::Ordering::SeqCst;

use csv_import::{RowError, State};
use testkit::{Running, eventually};

use crate::{BINA, Library, file, rows};

const MANY: usize = 99;

#[tokio::test]
async fn a_checked_file_is_not_written_and_an_applied_one_is_written_whole() {
    let library = Library::open(MANY).await;
    let _reader = library.read();
    let checked = library.start(file(&rows(1_500), true)).await;
    assert_eq!((checked.state, checked.staff_id), (State::Running, BINA));
    let checked = library.end(checked.id).await;
    assert_eq!((checked.state, checked.errors), (State::Checked, vec![]));
    assert_eq!(
        (checked.rows_total, checked.rows_done, checked.rows_wrong),
        (1_500, 1_500, 0)
    );
    assert_eq!(library.count("words").await, 0);
    assert_eq!(library.words.0.written.load(SeqCst), 1_500, "it was tried");

    let applied = library.start(file(&rows(1_500), false)).await;
    let applied = library.end(applied.id).await;
    assert_eq!((applied.state, applied.rows_done), (State::Applied, 1_500));
    assert!(applied.finished_at >= Some(applied.started_at));
    assert_eq!(library.count("words").await, 1_500);
    eventually("it is told", async || {
        (library.words.0.committed.load(SeqCst) == 1).then_some(())
    })
    .await;
    assert_eq!(library.count("csv_imports WHERE content IS NOT NULL").await, 0);
}

#[tokio::test]
async fn one_wrong_row_and_nothing_is_written() {
    let library = Library::open(MANY).await;
    let _reader = library.read();
    let long = library
        .start(file("one,\r\nfar_too_long_a_word,\r\n", false))
        .await;
    let long = library.end(long.id).await;
    assert_eq!(
        long.errors,
        [RowError::new(3, "word", "A word has 1 to 10 letters")]
    );
    assert_eq!(
        (long.state, long.rows_total, long.rows_wrong),
        (State::Refused, 2, 1)
    );
    assert_eq!(library.count("words").await, 0);
    // One word of the second batch is known.
    let known = format!("{}w3,x\r\nnew,x\r\n", rows(1_200));
    let known = library.start(file(&known, false)).await;
    let known = library.end(known.id).await;
    assert_eq!(known.errors, [RowError::new(1_202, "word", "This word is known")]);
    assert_eq!(
        (known.state, known.rows_total, known.rows_wrong),
        (State::Refused, 1_202, 1)
    );
    assert_eq!(library.count("words").await, 0);
    let unknown = library.start(file("", false)).await;
    assert_eq!(library.end(unknown.id).await.errors[0].column, "");
}

#[tokio::test]
async fn all_that_is_wrong_with_a_file_is_told_at_once() {
    let library = Library::open(MANY).await;
    let _reader = library.read();
    let words = "one,\r\none,\r\nfar_too_long_a_word,\r\ntwo,\r\ntwo,\r\n";
    for is_dry_run in [true, false] {
        let wrong = library.start(file(words, is_dry_run)).await;
        let wrong = library.end(wrong.id).await;
        assert_eq!(
            wrong.errors,
            [
                RowError::new(3, "word", "This word is known"),
                RowError::new(4, "word", "A word has 1 to 10 letters"),
                RowError::new(6, "word", "This word is known"),
            ]
        );
        assert_eq!(
            (wrong.state, wrong.rows_total, wrong.rows_wrong, wrong.rows_done),
            (State::Refused, 5, 3, 5)
        );
    }
    assert_eq!(library.count("words").await, 0);
    assert_eq!(library.words.0.committed.load(SeqCst), 0);
}

#[tokio::test]
async fn errors_are_counted_and_the_first_hundred_told() {
    let library = Library::open(MANY).await;
    let _reader = library.read();
    let wrong = library.start(file(&",x\r\n".repeat(250), false)).await;
    let wrong = library.end(wrong.id).await;
    assert_eq!((wrong.errors.len(), wrong.rows_wrong), (100, 250));
    let lines: Vec<_> = wrong.errors.iter().map(|error| error.line).collect();
    assert_eq!(lines, (2..102).collect::<Vec<_>>());
    let many = library.start(file(&rows(100_001), false)).await;
    let many = library.end(many.id).await;
    assert_eq!((many.state, many.errors[0].line), (State::Refused, 100_002));
}

#[tokio::test]
async fn how_far_it_is_can_be_seen_before_anything_else_can() {
    let library = Library::open(1).await;
    let reader = library.read();
    let import = library.start(file(&rows(1_500), false)).await;
    eventually("the first lot is written", async || {
        let import = library.find(import.id).await;
        ((import.rows_done, import.rows_total) == (1_000, 1_500)).then_some(())
    })
    .await;
    assert_eq!(library.find(import.id).await.state, State::Running);
    assert_eq!(library.count("words").await, 0);

    // The replica stops during the import, and another one starts it again.
    reader.stop().await;
    library.words.0.lots.add_permits(MANY);
    let _another: Running = library.read();
    assert_eq!(library.end(import.id).await.state, State::Applied);
    assert_eq!(library.count("words").await, 1_500);
}

#[tokio::test]
async fn shows_progress_while_its_transaction_has_the_only_connection_of_the_pool() {
    let library = Library::open(1).await;
    let settings = database::Settings {
        database_pool_size: 1,
        ..library.database.settings()
    };
    let pool = database::connect(&settings, &[]).await;
    let _reader = library.read_through(pool.expect("PostgreSQL answers"));
    let import = library.start(file(&rows(1_500), false)).await;
    eventually("the first batch is shown", async || {
        (library.find(import.id).await.rows_done == 1_000).then_some(())
    })
    .await;
    assert_eq!(library.count("words").await, 0, "the transaction is open");
    library.words.0.lots.add_permits(MANY);
    assert_eq!(library.end(import.id).await.state, State::Applied);
}

#[tokio::test]
async fn an_attempt_that_fails_is_repeated_and_a_job_that_comes_again_changes_nothing() {
    let library = Library::open(MANY).await;
    library.words.0.failures.store(1, SeqCst);
    let _reader = library.read();
    let import = library.start(file(&rows(5), false)).await;
    assert_eq!(library.end(import.id).await.state, State::Applied);
    assert_eq!(library.count("words").await, 5);
    assert_eq!(
        library.words.0.written.load(SeqCst),
        10,
        "the first attempt was taken back"
    );

    // As after a crash between the commit and the end of the job.
    library
        .sql(
            "INSERT INTO jobs (id, kind, payload) SELECT gen_random_uuid(), 'csv-import', jsonb_build_object('import_id', id)
             FROM csv_imports",
        )
        .await;
    eventually("the job is done", async || {
        (library.count("jobs").await == 0).then_some(())
    })
    .await;
    assert_eq!(library.words.0.written.load(SeqCst), 10);
}

#[tokio::test]
async fn an_import_that_always_fails_is_given_up_and_its_caller_is_told() {
    let library = Library::open(MANY).await;
    library.words.0.failures.store(usize::MAX, SeqCst);
    let _reader = library.read();
    let import = library.start(file(&rows(5), false)).await;
    eventually("the pauses pass", async || {
        library
            .sql("UPDATE jobs SET run_at = now() WHERE holder IS NULL")
            .await;
        Some(library.find(import.id).await).filter(|import| import.state == State::Failed)
    })
    .await;
    assert_eq!(library.count("words").await, 0);
    assert_eq!(library.count("jobs WHERE dead_at IS NOT NULL").await, 0);
}
