import { useInfiniteQuery } from '@connectrpc/connect-query';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { ReviewModerationService } from '#contract/shop/review/v1/moderation_pb.js';
import { paged } from '../../api/paged';
import { todayQuery } from '../../api/queries';
import { reviewDone } from '../../api/query_client';
import { useKeys } from '../../frame/use_keys';
import { notifyDone } from '../../messages/notify';
import { DECISIONS, type ReadReview, readReview, REVIEW_TABS, reviewTabOf } from '../../rules/reviews';
import { rowsOf } from '../../rules/rows';
import { More } from '../../ui/More';
import { PageHead } from '../../ui/PageHead';
import { Tabs } from '../../ui/Tabs';
import { useRowKeys } from '../../ui/use_row_keys';
import { Nothing, Waiting } from '../../ui/Waiting';
import { ReviewCard } from './ReviewCard';
import styles from './reviews.module.css';

/** The next page loads when fewer reviews than this are left, so that the queue has no pause. */
const FEW = 5;

const idOf = ({ review }: ReadReview) => review.id;

/** The review queue. A approves, R refuses; then the next review gets the focus. */
export default function ReviewsPage() {
  const [search] = useSearchParams();
  const tab = reviewTabOf(search.get('tab'));
  // No refetch on focus or reconnect, because it would change the list while staff write in a review.
  const query = useInfiniteQuery(
    ReviewModerationService.method.listModeratedReviews,
    { ...tab.of, pageToken: '' },
    { ...paged, refetchOnWindowFocus: false, refetchOnReconnect: false },
  );
  const today = useQuery(todayQuery).data;
  const list = useRowKeys();
  const end = useRef<HTMLDivElement>(null);
  const left = useRef<{ id: string; at: number }>(undefined);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;

  const reviews = useMemo(
    () => rowsOf(query.data, (page) => page.reviews.map(readReview), idOf),
    [query.data],
  );
  const shown = reviews.length;

  useEffect(() => {
    if (shown < FEW && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [shown, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);

  useEffect(() => {
    // A decided review leaves the list one render later.
    const { id: gone, at = 0 } = left.current ?? {};
    if (!gone || reviews.some((each) => idOf(each) === gone)) return;
    const row = list.current?.children[Math.min(at, reviews.length - 1)] ?? end.current;
    if (row instanceof HTMLElement) row.focus();
    left.current = undefined;
  }, [reviews, list]);

  /** Clicks a button of the focused review. Without a focused one, it does nothing. */
  function press(name: 'approve' | 'refuse') {
    const rows = [...(list.current?.children ?? [])];
    const row = rows.find((each) => each.contains(document.activeElement));
    row?.querySelector<HTMLElement>(`button[data-does="${name}"]`)?.click();
  }

  useKeys({ a: () => press('approve'), r: () => press('refuse') });

  function decided(decision: ReadReview) {
    const { id, name, productName } = decision.review;
    left.current = { id, at: reviews.findIndex((each) => idOf(each) === id) };
    reviewDone(decision);
    notifyDone(`${DECISIONS[decision.state]?.label ?? 'Waiting'}: ${name} about ${productName}.`);
  }

  const counts: Readonly<Record<string, number | undefined>> = {
    '': today?.reviewsWaiting,
    flagged: today?.reviewsFlagged,
  };
  return (
    <>
      <PageHead title="Reviews">
        <span className={styles.keys}>
          <kbd>A</kbd> approves, <kbd>R</kbd> refuses, <kbd>j</kbd> and <kbd>k</kbd> select the next and the
          previous
        </span>
      </PageHead>
      <Tabs
        label="States of reviews"
        tabs={REVIEW_TABS.map(({ name, label }) => ({
          to: name ? `/reviews?tab=${name}` : '/reviews',
          label,
          isOpen: name === tab.name,
          count: counts[name] || undefined,
        }))}
      />
      <div ref={end} tabIndex={-1} className={styles.end}>
        {!query.data ? (
          <Waiting query={query} what="the reviews" />
        ) : reviews.length === 0 && !hasNextPage ? (
          <Nothing>{tab.empty}</Nothing>
        ) : (
          <>
            <ul ref={list} className={styles.reviews} aria-label={`Reviews: ${tab.label}`}>
              {reviews.map((review) => (
                <ReviewCard key={idOf(review)} moderated={review} onDecided={decided} />
              ))}
            </ul>
            <More query={query} shown={reviews.length === 1 ? '1 review' : `${reviews.length} reviews`} />
          </>
        )}
      </div>
    </>
  );
}
