import { listAddresses, listSessions, readAccount, readMyData } from '../api/client';
import type { MyData, OwnAccount, SavedAddress, Session } from '../api/types';
import { onLogOut } from './login';
import { createResource } from './resource';
import { forget } from './resource_changes';

/** Another tab may have changed something meanwhile. */
const STALE_MS = 30_000;

/** The addresses that the account saved. */
export const savedAddresses = createResource<readonly SavedAddress[]>({
  ask: () => listAddresses(),
  staleMs: STALE_MS,
});

/** What the account says of its shopper. */
export const ownAccount = createResource<OwnAccount>({ ask: () => readAccount(), staleMs: STALE_MS });

/** Where the account is logged in. */
export const ownSessions = createResource<readonly Session[]>({
  ask: () => listSessions(),
  staleMs: STALE_MS,
});

/** How far the collecting of the shopper's data is. */
export const myData = createResource<MyData>({ ask: () => readMyData(), staleMs: STALE_MS });

// The checkout, which asks for these too, stays where it is when the shopper logs out.
onLogOut(() => {
  forget(savedAddresses);
  forget(ownAccount);
});
