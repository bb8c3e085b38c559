import { useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router';

const nothing = new URLSearchParams();
const never = () => () => {};

/**
 * The query of the address. A page rendered ahead is the same for every query, so while the browser takes such a page
 * over the query is empty; right after that it is what the address says.
 */
export function useQuery(): URLSearchParams {
  const [query] = useSearchParams();
  const ownPage = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return ownPage ? query : nothing;
}
