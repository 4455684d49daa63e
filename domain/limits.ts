// §9: all numeric limits of the specification.
export const pageSize = 10;
/** Webhook endpoints of a company. */
export const webhookEndpoints = 20;
/** Printers of a branch. */
export const printers = 20;
/** Default page size of list queries without `limit`, as in the CMS contract. */
export const defaultQueryLimit = 100;
export const tokenRefreshBeforeExpiryMs = 30_000;
export const authWaitMs = 1_000;
export const mobileWidthPx = 768;
export const swipePx = 10;
export const chunkTimeoutMs = 120_000;
export const toastErrorMs = 4_000;
export const toastSuccessMs = 2_000;
export const toastsShown = 20;
export const defaultTimeUnitMinutes = 30;
export const timeUnitMinutes = 100_000;
/** Default of the time after a payment in which nothing more is owed. */
export const graceMinutes = 15;
/** Quotes of stays per client address, and the longest stay that is quoted: 366 days. */
export const quotesPerFiveMinutes = 120;
export const quotedStayMinutes = 527_040;
/** Pre-bookings: shortest and longest stay, and how far ahead. */
export const bookingMinMinutes = 30;
export const bookingMaxDays = 31;
export const bookingAheadDays = 366;
/** Interval of the check for bookings whose vehicle has not come. */
export const noShowCheckEveryMs = 60_000;
export const chatMessage = 4096;
/**
 * Maximum hours a pickup can be scheduled ahead; and the default lead time of its request, until the branch has its
 * own estimate.
 */
export const pickupAheadHours = 12;
export const pickupLeadMinutes = 15;
/** Interval of the check for expired offers and scheduled pickups. */
export const offersEveryMs = 1_000;
export const offerTimeoutSeconds = 60;
export const imageCaptures = 5;
/** Test entries of a branch under review, which are deleted in one transaction. */
export const testEntries = 50;
/** §5: an image has fewer bytes. */
export const imageBytes = 2 * 1024 * 1024;
/** A picture shared to the installed application, which no page has compressed. */
export const sharedImageBytes = 10 * 1024 * 1024;
export const documentBytes = 5 * 1024 * 1024;
/** Interval of the deletion of stored content of deleted files. */
export const sweepFilesEveryMs = 60_000;
/** Import of a list: maximum file size and rows. */
export const importBytes = 10 * 1024 * 1024;
export const importRows = 5_000;
export const exportRows = 20_000;
/** Time during which an export can be downloaded by its creator. */
export const exportHours = 24;
/** Presets per user, and JSON characters per preset. */
export const presets = 100;
export const presetJson = 16 * 1024;
export const couponCode = 6;
/** Offers that one entry can have. */
export const offersPerEntry = 3;
/** Time during which an online payment holds offers. */
export const offerHoldMinutes = 20;
/** Codes of offers that are typed for an entry or from a client address in five minutes. */
export const offerCodes = { perEntry: 10, perAddress: 60 } as const;
/** Offers on one public page, and those that a customer can save. */
export const listedOffers = 100;
export const savedOffers = 100;
/** Phone numbers for which an offer is. */
export const offerPhones = 2_000;
export const couponTitle = 75;
export const shortDescription = 255;
export const slotPrefix = 50;
export const zoneOrBlock = 50;
export const employeeId = 12;
export const email = 255;
export const name = 50;
export const nameMinimum = 3;
export const companyName = 50;
export const branchName = 50;
export const address = 150;
export const meta = 150;
export const message = 150;
export const phone = 10;
export const pincode = 6;
export const gstin = 15;
export const pan = 10;
export const otpLowest = 1000;
export const otpHighest = 9999;
/** reading.md §6: login and verification codes; longer than handover codes, since they give access to an account. */
export const loginCodeLowest = 100_000;
export const loginCodeHighest = 999_999;
export const codeTries = 5;
export const codeLockMinutes = 10;
export const recoveryCodes = 10;
/** Minimum and maximum of an online payment in paise; the provider's minimum is one rupee. */
export const minOnlinePaise = 100;
export const maxOnlinePaise = 10_000_000;
/** Validity of a pay link in days: after the entry is closed and settled, and at most after its creation. */
export const payLinkDaysAfterSettled = 7;
export const payLinkDays = 180;
/** Payment attempts per entry that can be started within this number of minutes. */
export const payAttempts = { attempts: 10, attemptsMinutes: 10 } as const;
/** Amount of a trial payment in paise: the smallest that the providers accept. */
export const trialPaymentPaise = 100;
/** Default maximum of a refund by a manager, in paise. */
export const managerRefundPaise = 100_000;
/** Minutes during which staff may void an unpaid entry that they made themselves. */
export const ownVoidMinutes = 5;
/** Minutes after its creation during which gate staff may correct an entry. */
export const correctionMinutes = 10;
/** Minutes during which a vehicle that waits at the gate counts as arriving; afterwards it blocks no setting. */
export const arrivalMinutes = 15;
/** Entries open longer than this are listed in the daily cash report. */
export const longOpenHours = 24;
export const truncateAt = 120;
export const tokenDigits = 5;
export const registrationDefaultStep = 2;
/**
 * Domain of placeholder emails of customers created at check-in; a reserved name, so that no email reaches a
 * stranger.
 */
export const customerMailDomain = "customers.chaavi.example";
/** Maximum vehicles per customer; staff may enter one dummy phone number for many cars. */
export const customerVehicles = 50;
/** Maximum characters of a verifier's remark or note. */
export const reviewNote = 1000;
/** Per branch: opening periods per day, banners, amenities, and characters of an amenity. */
export const openingsPerDay = 3;
export const banners = 5;
export const amenities = 30;
export const amenity = 40;
/** Questions and answers of a branch's public page, and characters of each. */
export const questions = 10;
export const question = 150;
export const answer = 500;
/** Maximum characters of a custom email text and its subject. */
export const mailText = 1000;
export const mailSubject = 120;
/** Maximum characters of an SMS text that a branch has registered. */
export const smsText = 500;
/** Enquiries from the public pages: maximum characters, and number per address and hour. */
export const enquiry = 2000;
export const enquiriesAnHour = 5;
/** Documents per registration, and tags per branch. */
export const onboardingDocuments = 8;
export const branchTags = 10;
/** Maximum characters of a vendor agreement. */
export const agreement = 100_000;
/** Maximum length of a pass in days; a branch can set less. */
export const longestPassDays = 366;
/** Default and maximum of the moves of a pass to other plates in a calendar month. */
export const passMovesPerMonth = 2;
export const passMovesMaximum = 31;
/** Maximum invite period in days; a branch can set less. */
export const inviteDays = 31;
/** Daily quotas for emails, and equally for SMS, per branch, per recipient and per account. */
export const messagesPerBranch = 6_000;
export const messagesPerRecipient = 20;
export const messagesPerOperator = 2_000;
export const messagesPerEmployee = 100;
export const messagesPerCustomer = 20;
/** Invites per account and day. */
export const invitesPerOperator = 500;
export const invitesPerEmployee = 50;
export const invitesPerCustomer = 20;
/** Interval of the check for expired invites. */
export const inviteExpiryEveryMs = 60_000;
// A member of a unit who does not answer a visitor's request in this time is followed by the next one.
export const unitAnswerMs = 45_000;
/** Security log per hour: distinct events of a kind per address, and in total; further ones are only counted. */
export const securityEventsPerAddress = 50;
export const securityEventsPerKind = 1_000;
/** Maximum distinct events buffered while the database is unavailable. */
export const securityEventsPending = 5_000;
/** Time for which a repeated request with the same Idempotency-Key gets the same reply, and characters of a key. */
export const idempotencyKeyHours = 24;
export const idempotencyKeyLength = 255;
/** Batch size for the deletion of old rows per transaction. */
export const removedAtATime = 200;
/** WebSocket limits: message size, subscriptions, queued messages, and time-outs. */
export const socketMessageBytes = 256 * 1024;
export const socketSubscriptions = 50;
export const socketWaiting = 500;
export const socketAuthMs = 10_000;
export const socketHeartbeatMs = 30_000;
export const socketCloseMs = 5_000;
/**
 * Maximum concurrent sockets and streams of one server: in total, per address (shared by the guests of a mall), per
 * user, and per link.
 */
export const liveConnections = 10_000;
export const liveConnectionsPerAddress = 500;
export const liveConnectionsPerPerson = 50;
export const liveConnectionsPerLink = 20;
/**
 * Concurrent requests of a user or an integration token, and of an address without a login; how many more wait, and how long.
 */
export const requestsPerPerson = { running: 4, waiting: 64 } as const;
export const requestsPerAddress = { running: 32, waiting: 256 } as const;
export const requestWaitMs = 15_000;
/** Maximum unsent bytes of a live connection before it is closed. */
export const unreadBytes = 1024 * 1024;
