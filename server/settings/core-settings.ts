// Settings of the server itself: address, database, keys, limits, first administrator.
import { z } from "zod";
import { isTileUrl } from "#domain/branches/location/map-tiles.ts";
import * as limits from "#domain/limits.ts";
import { printerNetworksSetting } from "#server/features/printing/printer-networks.ts";
import { trustProxySetting } from "#server/http/trust-proxy.ts";
import {
  choiceSetting,
  httpUrlSetting,
  secretSetting,
  settingDetails,
  switchSetting,
  textSetting,
  wholeNumberSetting,
} from "#server/settings/settings.ts";

export const minSecretLength = 32;
const minPasswordLength = 8;

const acceptedKeys = () =>
  z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .refine((keys) => keys.every((key) => key.length >= minSecretLength), {
      error: `has one that is too short: each needs at least ${minSecretLength} characters, separated by commas.`,
    })
    .optional();

const databaseUrlSetting = () =>
  textSetting({
    isValid: (text) => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text),
    message: "should look like postgres://user:password@host:5432/database.",
  });

export const coreSettings = z.object({
  PORT: wholeNumberSetting({ min: 0, max: 65_535 })
    .prefault("3000")
    .register(settingDetails, { description: "port of the server" }),
  HOST: z.string().prefault("localhost").register(settingDetails, {
    description:
      "listening address; 0.0.0.0 opens it to the network: then do not load the demo (its passwords are printed) and use TLS",
  }),
  PUBLIC_URL: textSetting({
    isValid: (text) => /^https?:\/\/[^/?#]+\/?$/.test(text) && URL.canParse(text),
    message: "should look like https://parking.example.com, without a path.",
  })
    .transform((url) => url.replace(/\/$/, ""))
    .optional()
    .register(settingDetails, {
      default: "http://localhost and `PORT`; required in production",
      description:
        "public address of the product, `https://park.example`: used for links in emails, the payer's return and the provider's callbacks. With `https` cookies are `Secure` and every response carries HSTS for a year, including subdomains",
    }),
  TRUST_PROXY: trustProxySetting.prefault("off").register(settingDetails, {
    description:
      "proxies trusted for the client's address (`X-Forwarded-For`, `-Proto`, `-Host`): their addresses and ranges, `10.0.0.5,172.16.0.0/12`, or their number; see [Behind a proxy](#behind-a-proxy)",
  }),
  DATABASE_URL: databaseUrlSetting().optional().register(settingDetails, {
    description:
      "an external PostgreSQL 15 or newer, `postgres://user:password@host:5432/database`, instead of the embedded one",
    isSecret: true,
  }),
  REPLICA_DATABASE_URL: databaseUrlSetting().optional().register(settingDetails, {
    description:
      "a streaming standby of `DATABASE_URL`, or a proxy that leads to one at a time, for reports, lists and vehicle search; see [Several servers](#several-servers)",
    isSecret: true,
  }),
  DATA_DIR: z.string().prefault("data").register(settingDetails, {
    default: "./data",
    description: "folder of the embedded database, files and keys",
  }),
  SECRET: secretSetting({
    min: minSecretLength,
    message: `is too short: give at least ${minSecretLength} characters, or leave it out.`,
  })
    .optional()
    .register(settingDetails, {
      default: "generated, stored in `DATA_DIR/secret`",
      description: "at least 32 characters; signs tokens. Must be the same for all servers on one database",
      isSecret: true,
    }),
  CREDENTIALS_KEY: secretSetting({
    min: minSecretLength,
    message: `seals the keys of payment providers: give at least ${minSecretLength} characters.`,
  })
    .optional()
    .register(settingDetails, {
      default: "generated, stored in `DATA_DIR/credentials-key`; required in production",
      description:
        "at least 32 characters; encrypts the keys of payment providers. Must be the same for all servers; if it is lost, the keys must be entered again: back it up",
      isSecret: true,
    }),
  ACCEPTED_SECRETS: acceptedKeys().register(settingDetails, {
    description:
      "further secrets, separated by commas, whose signatures are accepted; see [Key rotation](#key-rotation)",
    isSecret: true,
  }),
  ACCEPTED_CREDENTIALS_KEYS: acceptedKeys().register(settingDetails, {
    description:
      "further keys, separated by commas, whose encrypted values are accepted; see [Key rotation](#key-rotation)",
    isSecret: true,
  }),
  PAY_SIMULATOR_URL: httpUrlSetting("https://host").optional().register(settingDetails, {
    default: "set by `npm start`",
    description: "address of the simulated payment provider; rejected in production",
    isDevelopmentOnly: true,
  }),
  PAY_CHECK_SPEED: wholeNumberSetting({ min: 1, max: 1_000 }).prefault("1").register(settingDetails, {
    description: "factor by which checks of undecided payments are accelerated for tests; rejected in production",
    isDevelopmentOnly: true,
  }),
  LOCAL_WEBHOOKS: switchSetting().prefault("off").register(settingDetails, {
    description: "`on`: webhooks may be sent to this machine and over http, for trials; rejected in production",
    isDevelopmentOnly: true,
  }),
  MAP_TILES_URL: textSetting({
    isValid: isTileUrl,
    message: "should look like https://tiles.example/{z}/{x}/{y}.png.",
  })
    .optional()
    .register(settingDetails, {
      description:
        "address of raster map tiles, `https://tiles.example/{z}/{x}/{y}.png` (`{r}` for dense displays): maps show streets, and browsers load the tiles from there. Check that the provider's terms permit it",
    }),
  MAP_TILES_ATTRIBUTION: z.string().optional().register(settingDetails, {
    default: "none; required with `MAP_TILES_URL`",
    description:
      "what the provider requires to be shown on a map, optionally followed by the address of its licence: `© OpenStreetMap contributors https://www.openstreetmap.org/copyright`",
  }),
  PRINTER_NETWORKS: printerNetworksSetting.prefault("off").register(settingDetails, {
    description:
      "private networks whose receipt printers this server may reach, `192.168.1.0/24,10.0.8.0/24:9101` (port 9100 unless given). Branches then add network printers; see [Receipt printers](#receipt-printers)",
  }),
  NATIVE_SHELL: switchSetting().prefault("off").register(settingDetails, {
    description:
      "`on`: the applications for Android and iOS may use this server, that is, pages of `https://localhost` and `capacitor://localhost` read its responses; see [Native shell](#native-shell)",
  }),
  ANDROID_FINGERPRINTS: z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .refine((keys) => keys.every((key) => /^[\dA-F]{2}(:[\dA-F]{2}){31}$/.test(key)), {
      error: "should be SHA-256 fingerprints like 14:6D:E9:…, separated by commas.",
    })
    .optional()
    .register(settingDetails, {
      description:
        "SHA-256 fingerprints of the keys that sign the Android application, separated by commas: links of this server then open it",
    }),
  APPLE_TEAM: textSetting({
    isValid: (text) => /^[\dA-Z]{10}$/.test(text),
    message: "should be the ten characters of an Apple team.",
  })
    .optional()
    .register(settingDetails, {
      description: "id of the Apple team that signs the iOS application: links of this server then open it",
    }),
  POOL_SIZE: wholeNumberSetting({ min: 4, max: 500 }).prefault("20").register(settingDetails, {
    description:
      "database connections of this server, at least 4: half for transactions, half for single statements; repeated reads of items have up to half as many in addition, short ones of these two, and events one",
  }),
  REQUESTS_PER_PERSON: wholeNumberSetting({ min: 0, max: 10_000 })
    .prefault(String(limits.requestsPerPerson.running))
    .register(settingDetails, {
      description: `concurrent requests of one user or integration token on this server; ${limits.requestsPerPerson.waiting} more wait; 0 means no limit`,
    }),
  REQUESTS_PER_ADDRESS: wholeNumberSetting({ min: 0, max: 10_000 })
    .prefault(String(limits.requestsPerAddress.running))
    .register(settingDetails, {
      description: `concurrent anonymous requests of one address; ${limits.requestsPerAddress.waiting} more wait`,
    }),
  REQUEST_PACING: switchSetting().prefault("on").register(settingDetails, {
    description:
      "limits a caller that uses much of a busy server to one request at a time, with pauses; `off` for tests with a single caller",
  }),
  WEBSOCKET_AUTH: choiceSetting({
    values: ["handshake", "strict", "public"],
    expected: "it may be handshake, strict or public",
  })
    .prefault("handshake")
    .register(settingDetails, {
      description:
        "authentication of WebSockets: `handshake` by the first message, `strict` by a token in the address, `public` for none",
    }),
  LIVE_CONNECTIONS_PER_ADDRESS: wholeNumberSetting({ min: 1, max: limits.liveConnections })
    .prefault(String(limits.liveConnectionsPerAddress))
    .register(settingDetails, {
      description:
        "concurrent sockets and event streams of one address, out of 10,000 per server; more are rejected with 429",
    }),
  DRAIN_DELAY: wholeNumberSetting({ min: 0, max: 60 }).optional().register(settingDetails, {
    default: "0; 5 in production",
    description:
      "seconds for which a stopping server returns 503 at `/server/ready` but still serves requests; must exceed the load balancer's interval",
  }),
  ADMIN_EMAIL: textSetting({
    isValid: (text) => /^[^\s@]+@[^\s@]+$/.test(text),
    message: (text) => `is "${text}", which is not an email address.`,
  })
    .optional()
    .register(settingDetails, {
      description: "at the first start of a database: creates a platform administrator with full API permissions",
    }),
  ADMIN_PASSWORD: secretSetting({
    min: minPasswordLength,
    message: `is too short: give at least ${minPasswordLength} characters.`,
  })
    .optional()
    .register(settingDetails, {
      description: "password of this administrator; given together with `ADMIN_EMAIL`",
      isSecret: true,
    }),
  NODE_ENV: z.string().optional().register(settingDetails, {
    description: "`production` starts no simulators and rejects their addresses; `npm run start:production` sets it",
    isDevelopmentOnly: true,
  }),
});
