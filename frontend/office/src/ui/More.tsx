import button from './button.module.css';
import styles from './More.module.css';

interface MoreProps {
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => unknown;
  };
  /** The number of loaded rows, in words. */
  shown: string;
}

/** The end of a list that may have more rows. */
export function More({ query, shown }: MoreProps) {
  return (
    <div className={styles.more}>
      <span>{shown}</span>
      {query.isFetchNextPageError && <span className={styles.failed}>More could not be loaded.</span>}
      {query.hasNextPage && (
        <button
          type="button"
          className={button.quiet}
          aria-disabled={query.isFetchingNextPage || undefined}
          onClick={() => !query.isFetchingNextPage && void query.fetchNextPage()}
        >
          {query.isFetchingNextPage ? 'Loading more…' : 'Show more'}
        </button>
      )}
    </div>
  );
}
