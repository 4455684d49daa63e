// §2 /customer/…/login and /customer/registration: by a code to the phone; by password it is POST /auth/login with a page.
import type { FastifyInstance } from "fastify";
import { customerPages, isCustomerPage } from "#domain/rules/customer-kind.ts";
import type { House } from "#server/context.ts";
import { rowOf } from "#server/items/bodies.ts";
import { refuse, refusePayload } from "#server/items/refused.ts";
import { originOf } from "#server/request.ts";
import { logInWithCode } from "#server/features/customers/log-in-with-code.ts";
import { register } from "#server/features/customers/register.ts";
import { addressOf, sendOtp } from "#server/services/otp.ts";
import { refuseOtherSide } from "#server/services/other-side.ts";
import { modeOf, startSession } from "#server/services/token-reply.ts";

export function customerRoutes(app: FastifyInstance, house: House): void {
  /**
   * The same for everybody, whether they have an account or not. `values` is what /otp-authentication/{values} is about,
   * sealed, so that no number stands in an address.
   */
  app.post("/actions/customers/send-code", async (request, reply) => {
    const { phone, page } = rowOf(request.body);
    if (typeof phone !== "string" || !isCustomerPage(page)) refusePayload("Send phone and page.");
    if (!customerPages[page].hasPhoneLogin) refuse("ADMIN_GOVERNMENT_PHONE_LOGIN");
    await refuseOtherSide({ house, request, page: "customer" });
    const to = addressOf({ channel: "sms", to: phone });
    const addressee = { channel: "sms", to, purpose: "login" } as const;
    const sent = await sendOtp({ house, branch: null, origin: originOf(request), ...addressee });
    const values = house.sealer.seal(JSON.stringify({ phone: to, page }));
    const data = { values, phone_end: to.slice(-4), resend_at: sent.resendAt };
    return reply.header("cache-control", "no-store").send({ data });
  });

  app.post("/actions/customers/send-code-again", async (request, reply) => {
    const { phone } = readValues({ house, values: rowOf(request.body)["values"] });
    const addressee = { channel: "sms", to: phone, purpose: "login" } as const;
    const sent = await sendOtp({ house, branch: null, origin: originOf(request), ...addressee });
    return reply.header("cache-control", "no-store").send({ data: { resend_at: sent.resendAt } });
  });

  app.post("/actions/customers/log-in-with-code", async (request, reply) => {
    const { values, otp, mode } = rowOf(request.body);
    if (typeof otp !== "string") refusePayload("Send values and otp.");
    const chosen = modeOf(mode);
    const { phone, page } = readValues({ house, values });
    await refuseOtherSide({ house, request, page: "customer" });
    const found = await logInWithCode({ house, phone, page, otp });
    if ("proof" in found) return reply.header("cache-control", "no-store").send({ data: found });
    return startSession({ house, request, reply, mode: chosen, session: found.session });
  });

  app.post("/actions/customers/register", async (request, reply) => {
    const { mode, ...body } = rowOf(request.body);
    const chosen = modeOf(mode);
    await refuseOtherSide({ house, request, page: "customer" });
    const session = await register({ house, origin: originOf(request), body });
    return startSession({ house, request, reply, mode: chosen, session });
  });
}

function readValues({ house, values }: { house: House; values: unknown }) {
  try {
    const { phone, page } = JSON.parse(house.sealer.open(String(values))) as { phone: string; page: unknown };
    if (isCustomerPage(page)) return { phone, page };
  } catch {
    // What was altered opens as nothing.
  }
  return refuse("NO_OTP");
}
