import { listAddresses, listSessions, readAccount, readMyData } from '../api/client';
import type { MyData, OwnAccount, SavedAddress, Session } from '../api/types';
import { onLogOut } from './login';
import { createResource } from './resource';
import { forget } from './resource_changes';

/** The age after which data is fetched again: another tab may have changed it. */
const STALE_MS = 30_000;

/** The saved addresses of the account. */
export const savedAddresses = createResource<readonly SavedAddress[]>({
  ask: () => listAddresses(),
  staleMs: STALE_MS,
});

/** The account of the logged-in shopper. */
export const ownAccount = createResource<OwnAccount>({ ask: () => readAccount(), staleMs: STALE_MS });

/** The sessions of the account. */
export const ownSessions = createResource<readonly Session[]>({
  ask: () => listSessions(),
  staleMs: STALE_MS,
});

/** The progress of the shopper's data export. */
export const myData = createResource<MyData>({ ask: () => readMyData(), staleMs: STALE_MS });

// The checkout uses these too and stays open on logout, so they are cleared here.
onLogOut(() => {
  forget(savedAddresses);
  forget(ownAccount);
});
