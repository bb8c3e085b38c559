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

/** How the day stands; what is not permitted, or whose service does not answer, is left out. */
export type Today = Schemas['Today'];

/** What was ordered on a day, in rupees. */
export type DaySales = NonNullable<Today['sales']>[number];

/** An order as staff read it; amounts are in rupees. */
export type Order = Schemas['Order'];

/** How an order reached the shop. */
export type OrderSource = Schemas['Source'];

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
export type StockPage = Schemas['StockLevels'];
export type StockFilter = Schemas['StockFilter'];
export type PackCounts = Schemas['PackCounts'];

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

/** A review as staff read it. */
export type Review = Schemas['Review'];

/** What staff decided about a review. */
export type ReviewState = Schemas['ReviewState'];

/** Reviews in a state; `next` asks for those after them. */
export type ReviewPage = Schemas['ReviewPage'];

/** What `POST reviews/{id}/decision` takes, from the version that was read. */
export type ReviewDecision = Schemas['ReviewDecision'];

/** What `PUT reviews/{id}/answer` takes; an empty answer takes it away. */
export type ReviewAnswer = Schemas['ShopAnswer'];

/** A message to the shop, without what was written since. */
export type Ticket = Schemas['Ticket'];

/** How far a ticket is. */
export type TicketState = Schemas['TicketState'];

/** Something that was written about a ticket, or done with it. */
export type TicketEntry = Schemas['TicketEntry'];

/** Tickets; `next` asks for those after them. */
export type TicketPage = Schemas['TicketPage'];

/** A ticket with all that was written about it, oldest first. */
export type TicketThread = Schemas['TicketThread'];

/** What `POST messages/{id}/answers` takes; the same `answerId` again is the same answer. */
export type TicketAnswer = Schemas['TicketAnswer'];

/** What `POST messages/{id}/notes` takes. */
export type TicketNote = Schemas['TicketNote'];

/** Somebody with an account in the shop. */
export type Shopper = Schemas['Shopper'];

/** Shoppers, newest first; `next` asks for those after them. */
export type ShopperPage = Schemas['ShopperPage'];

/** Where a shopper has orders sent. */
export type ShopperAddress = Schemas['ShopperAddress'];

/** A shopper with their addresses. */
export type ShopperDetails = Schemas['ShopperDetails'];

/** What colleagues are called, by their ids. */
export type StaffNames = Schemas['StaffNames'];

/** A note on an order, which only staff see. */
export type OrderNote = Schemas['Note'];

/** What `POST orders/{number}/notes` takes. */
export type NewOrderNote = Schemas['NewNote'];

/** What `PUT orders/{number}/address` takes, from the version that was looked at. */
export type AddressCorrection = Schemas['Address'];

/** A product as staff work on it. */
export type Product = Schemas['Product'];

/** How far a product is. */
export type ProductState = Schemas['ProductState'];

/** What staff write about a product. */
export type ProductContent = Schemas['ProductContent'];

/** A part of a product's texts that may be a claim that the law forbids. */
export type ProductClaim = Schemas['ProductClaim'];

/** Products in the shop's order; `next` asks for those after them. */
export type ProductPage = Schemas['ProductPage'];

/** Who changed what of a product. */
export type ProductChange = Schemas['ProductChange'];

/** Changes, newest first; `next` asks for those after them. */
export type ProductChangePage = Schemas['ProductChangePage'];

/** A photo that the shop keeps. */
export type Photo = Schemas['Photo'];

/** A pack that is on sale today, in rupees. */
export type PackOnSale = Schemas['Pack'];

/** When a parcel comes to a pincode, and what that costs in rupees. */
export type DeliveryQuote = Schemas['Delivery'];

/** What `POST orders` takes: an order of who calls or writes. */
export type NewOrder = Schemas['NewOrder'];

/** The order as it was kept. */
export type PlacedOrder = Schemas['PlacedOrder'];

/** What the shop says of itself; amounts are in rupees. */
export type ShopFacts = Schemas['ShopFacts'];

/** Where the shop is found. */
export type SocialLink = Schemas['SocialLink'];

/** The shop; `version` counts its changes. */
export type Shop = Schemas['Shop'];

/** Who changed what of the shop; nobody where a new shop began with it. */
export type ShopChange = Schemas['ShopChange'];
