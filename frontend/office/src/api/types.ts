import type { components } from './schema.gen';

type Schemas = components['schemas'];

/** Whoever is signed in, and what their role permits. */
export type Me = Schemas['Me'];

/** What somebody of the staff does in the shop. */
export type Role = Schemas['Role'];

/** What `POST session` takes; `code` is the authenticator app's, or a recovery code. */
export type Credentials = Schemas['Credentials'];

/** By which somebody shows again that it is they. */
export type Proof = Schemas['Proof'];

/** What an invitation says to whoever has its link, with the key for the authenticator app. */
export type InvitationDetails = Schemas['InvitationDetails'];

/** What `POST invitations/acceptance` takes. */
export type Acceptance = Schemas['Acceptance'];

/** The session of a new colleague, and the recovery codes that nobody can be told again. */
export type Accepted = Schemas['Accepted'];

/** An invitation that waits. */
export type Invitation = Schemas['Invitation'];

/** What `POST staff/invitations` takes. */
export type NewInvitation = Schemas['NewInvitation'];

/** Somebody who works in the office, or did. */
export type Colleague = Schemas['Colleague'];

/** What `PUT staff/{id}` takes. */
export type ColleagueChange = Schemas['ColleagueChange'];

/** Everybody, and the invitations that wait. */
export type StaffList = Schemas['StaffList'];

/** What somebody asked for, and when. */
export type LogEntry = Schemas['LogEntry'];

/** Entries of the log, newest first; `next` asks for those after them. */
export type LogPage = Schemas['LogPage'];

/** How the day stands; `sales` and `stock` only come to whom they are permitted. */
export type Today = Schemas['Today'];

/** What was ordered on a day, in rupees. */
export type DaySales = NonNullable<Today['sales']>[number];

/** An order as staff read it; amounts are in rupees. */
export type Order = Schemas['Order'];

/** A line of an order. */
export type OrderLine = Order['lines'][number];

/** A step of an order's life. */
export type OrderChange = Order['changes'][number];

/** Where an order stands. */
export type OrderState = Schemas['OrderState'];

/** Orders, newest first; `next` asks for those after them. */
export type OrderPage = Schemas['OrderPage'];

/** What `POST orders/{number}/moves` takes: the state that it shall have, from the version that was looked at. */
export type Move = Schemas['Move'];

/** What `POST orders/{number}/payment` takes. */
export type PaymentRecord = Schemas['PaymentRecord'];

/** By which way money came. */
export type PaymentChannel = PaymentRecord['channel'];

/** How a pack stands over all of its batches. */
export type StockLevel = Schemas['StockLevel'];

/** Packs that were packed together. */
export type Batch = Schemas['Batch'];

/** What `POST stock/batches` takes. */
export type Receipt = Schemas['Receipt'];

/** What `POST stock/batches/{id}/adjustments` takes. */
export type Adjustment = Schemas['Adjustment'];

/** What a recall found. */
export type Recalled = Schemas['Recalled'];

/** Packs of an order that came back and that nobody has looked at. */
export type ReturnedPack = Schemas['ReturnedPack'];

/** What `POST stock/returns/resolutions` takes. */
export type Resolution = Schemas['Resolution'];
