import { useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router';

const nothing = new URLSearchParams();
const never = () => () => {};

/** The query of the address. A prerendered page is the same for every query, so the query is empty during hydration and set right after. */
export function useQuery(): URLSearchParams {
  const [query] = useSearchParams();
  const ownPage = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return ownPage ? query : nothing;
}
