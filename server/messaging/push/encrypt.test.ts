// RFC 8291: the vector of its Appendix A, and keys that are refused.
import assert from "node:assert/strict";
import { test } from "node:test";
import { encryptPayload } from "#server/messaging/push/encrypt.ts";

const browser = {
  p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  auth: "BTBZMqHH6r4Tts7J_aSIgg",
};
const own = {
  privateKey: Buffer.from("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw", "base64url"),
  salt: Buffer.from("DGv6ra1nlYgDCS1FRnbzlw", "base64url"),
};

test("encrypts the example of the RFC", () => {
  const body = encryptPayload({ payload: "When I grow up, I want to be a watermelon", ...browser, ...own });
  assert.equal(
    body.toString("base64url"),
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
  );
});

test("refuses a key that is not on the curve, and a payload of more than one record", () => {
  const p256dh = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString("base64url");
  assert.throws(() => encryptPayload({ payload: "x", ...browser, p256dh, ...own }));
  assert.throws(() => encryptPayload({ payload: "x".repeat(4_080), ...browser, ...own }), /too long/);
});
