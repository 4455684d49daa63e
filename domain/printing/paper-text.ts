// §4, §2: what papers say, in the language that the branch prints in. Names, the tax invoice and notes are printed
// as they are. The lines of a charge have the texts of the screens (domain/text/charge-translations.ts).
import { getKeys } from "#domain/object-keys.ts";
import { channelLabels, describeChannel, getPaymentChannel } from "#domain/payments/channels/payment-channels.ts";
import type { Language, TranslatedLanguage } from "#domain/people/languages.ts";
import { translateChargeMessage } from "#domain/text/charge-translations.ts";
import { describeDuration, type DescribedLine, translateLine } from "#domain/tariffs/describe-charge.ts";
import { translateFilled } from "#domain/text/translate-filled.ts";

const texts = {
  Arrived: { hi: "पहुँचने का समय", ta: "வந்த நேரம்", te: "వచ్చిన సమయం", kn: "ಬಂದ ಸಮಯ" },
  "Bank transfer": { hi: "बैंक ट्रांसफ़र", ta: "வங்கி பரிமாற்றம்", te: "బ్యాంకు బదిలీ", kn: "ಬ್ಯಾಂಕ್ ವರ್ಗಾವಣೆ" },
  "CASH SHIFT": { hi: "नकद शिफ़्ट", ta: "ரொக்க ஷிப்ட்", te: "నగదు షిఫ్ట్", kn: "ನಗದು ಶಿಫ್ಟ್" },
  Card: { hi: "कार्ड", ta: "கார்டு", te: "కార్డు", kn: "ಕಾರ್ಡ್" },
  Cash: { hi: "नकद", ta: "ரொக்கம்", te: "నగదు", kn: "ನಗದು" },
  Corrected: { hi: "सुधारा गया", ta: "திருத்தியது", te: "సరిదిద్దినది", kn: "ಸರಿಪಡಿಸಿದ್ದು" },
  Counted: { hi: "गिना हुआ", ta: "எண்ணியது", te: "లెక్కించినది", kn: "ಎಣಿಸಿದ್ದು" },
  "Counted first": { hi: "पहली गिनती", ta: "முதலில் எண்ணியது", te: "మొదట లెక్కించినది", kn: "ಮೊದಲು ಎಣಿಸಿದ್ದು" },
  DUPLICATE: { hi: "डुप्लीकेट", ta: "நகல்", te: "నకలు", kn: "ನಕಲು" },
  Difference: { hi: "अंतर", ta: "வித்தியாசம்", te: "తేడా", kn: "ವ್ಯತ್ಯಾಸ" },
  Discount: { hi: "छूट", ta: "தள்ளுபடி", te: "డిస్కౌంట్", kn: "ರಿಯಾಯಿತಿ" },
  Expected: { hi: "आना चाहिए", ta: "வர வேண்டியது", te: "రావాల్సినది", kn: "ಬರಬೇಕಾದದ್ದು" },
  "Extra charge": { hi: "अतिरिक्त शुल्क", ta: "கூடுதல் கட்டணம்", te: "అదనపు ఛార్జ్", kn: "ಹೆಚ್ಚುವರಿ ಶುಲ್ಕ" },
  From: { hi: "शुरू", ta: "தொடக்கம்", te: "ప్రారంభం", kn: "ಆರಂಭ" },
  In: { hi: "अंदर", ta: "உள்ளே", te: "లోపల", kn: "ಒಳಗೆ" },
  "Key tag": { hi: "चाबी टैग", ta: "சாவி டேக்", te: "తాళం ట్యాగ్", kn: "ಕೀ ಟ್ಯಾಗ್" },
  "No.": { hi: "संख्या", ta: "எண்", te: "నంబర్", kn: "ಸಂಖ್ಯೆ" },
  "On account": { hi: "खाते पर", ta: "கணக்கில்", te: "ఖాతాలో", kn: "ಖಾತೆಯಲ್ಲಿ" },
  Online: { hi: "ऑनलाइन", ta: "ஆன்லைன்", te: "ఆన్‌లైన్", kn: "ಆನ್‌ಲೈನ್" },
  "Opening float": { hi: "शुरुआती नकद", ta: "தொடக்க ரொக்கம்", te: "ప్రారంభ నగదు", kn: "ಆರಂಭಿಕ ನಗದು" },
  Out: { hi: "बाहर", ta: "வெளியே", te: "బయట", kn: "ಹೊರಗೆ" },
  "PARKING PASS": { hi: "पार्किंग पास", ta: "பார்க்கிங் பாஸ்", te: "పార్కింగ్ పాస్", kn: "ಪಾರ್ಕಿಂಗ್ ಪಾಸ್" },
  "PARKING SLIP": { hi: "पार्किंग पर्ची", ta: "பார்க்கிங் சீட்டு", te: "పార్కింగ్ స్లిప్", kn: "ಪಾರ್ಕಿಂಗ್ ಚೀಟಿ" },
  Paid: { hi: "मिले पैसे", ta: "பெற்ற கட்டணம்", te: "చెల్లించినది", kn: "ಪಾವತಿಸಿದ್ದು" },
  "Paid vehicles": {
    hi: "पेमेंट वाली गाड़ियाँ",
    ta: "கட்டணம் செலுத்திய வாகனங்கள்",
    te: "చెల్లించిన వాహనాలు",
    kn: "ಪಾವತಿಸಿದ ವಾಹನಗಳು",
  },
  Parking: { hi: "पार्किंग", ta: "பார்க்கிங்", te: "పార్కింగ్", kn: "ಪಾರ್ಕಿಂಗ್" },
  "Pass valid till {time}: parking is free": {
    hi: "पास {time} तक मान्य: पार्किंग मुफ़्त है",
    ta: "பாஸ் {time} வரை செல்லும்: பார்க்கிங் இலவசம்",
    te: "పాస్ {time} వరకు చెల్లుతుంది: పార్కింగ్ ఉచితం",
    kn: "ಪಾಸ್ {time} ವರೆಗೆ ಮಾನ್ಯ: ಪಾರ್ಕಿಂಗ್ ಉಚಿತ",
  },
  "Please keep this slip for exit": {
    hi: "बाहर जाने के लिए यह पर्ची रखें",
    ta: "வெளியேற இந்தச் சீட்டை வைத்திருக்கவும்",
    te: "బయటకు వెళ్లడానికి ఈ స్లిప్ ఉంచుకోండి",
    kn: "ಹೊರಹೋಗಲು ಈ ಚೀಟಿ ಇಟ್ಟುಕೊಳ್ಳಿ",
  },
  "Please keep this ticket. Your OTP, sent by SMS, collects your car, and so does this QR code.": {
    hi: "यह टिकट रखें। SMS से मिले OTP या इस QR कोड से आपकी कार मिलती है।",
    ta: "இந்த டிக்கெட்டை வைத்திருக்கவும். SMS-இல் வந்த OTP அல்லது இந்த QR குறியீட்டால் உங்கள் காரைப் பெறலாம்.",
    te: "ఈ టికెట్ ఉంచుకోండి. SMSలో వచ్చిన OTP లేదా ఈ QR కోడ్‌తో మీ కారు తీసుకోవచ్చు.",
    kn: "ಈ ಟಿಕೆಟ್ ಇಟ್ಟುಕೊಳ್ಳಿ. SMS ನಲ್ಲಿ ಬಂದ OTP ಅಥವಾ ಈ QR ಕೋಡ್‌ನಿಂದ ನಿಮ್ಮ ಕಾರು ಪಡೆಯಬಹುದು.",
  },
  "Please keep this ticket. Your OTP, sent by SMS, collects your car.": {
    hi: "यह टिकट रखें। SMS से मिले OTP से आपकी कार मिलती है।",
    ta: "இந்த டிக்கெட்டை வைத்திருக்கவும். SMS-இல் வந்த OTP-ஆல் உங்கள் காரைப் பெறலாம்.",
    te: "ఈ టికెట్ ఉంచుకోండి. SMSలో వచ్చిన OTPతో మీ కారు తీసుకోవచ్చు.",
    kn: "ಈ ಟಿಕೆಟ್ ಇಟ್ಟುಕೊಳ್ಳಿ. SMS ನಲ್ಲಿ ಬಂದ OTP ಯಿಂದ ನಿಮ್ಮ ಕಾರು ಪಡೆಯಬಹುದು.",
  },
  RECEIPT: { hi: "रसीद", ta: "ரசீது", te: "రసీదు", kn: "ರಸೀದಿ" },
  Receipt: { hi: "रसीद", ta: "ரசீது", te: "రసీదు", kn: "ರಸೀದಿ" },
  "Received by": { hi: "प्राप्तकर्ता", ta: "பெற்றவர்", te: "స్వీకరించినవారు", kn: "ಸ್ವೀಕರಿಸಿದವರು" },
  Reference: { hi: "संदर्भ", ta: "குறிப்பு எண்", te: "రిఫరెన్స్", kn: "ಉಲ್ಲೇಖ" },
  Refunded: { hi: "वापस किया गया", ta: "திருப்பித் தரப்பட்டது", te: "తిరిగి చెల్లించారు", kn: "ಮರುಪಾವತಿಸಲಾಗಿದೆ" },
  Returned: { hi: "वापस किया गया", ta: "திருப்பித் தரப்பட்டது", te: "తిరిగి ఇచ్చారు", kn: "ಹಿಂತಿರುಗಿಸಲಾಗಿದೆ" },
  "Scan to pay": {
    hi: "पैसे देने के लिए स्कैन करें",
    ta: "கட்டணம் செலுத்த ஸ்கேன் செய்யவும்",
    te: "చెల్లించడానికి స్కాన్ చేయండి",
    kn: "ಪಾವತಿಸಲು ಸ್ಕ್ಯಾನ್ ಮಾಡಿ",
  },
  "Settlement of account": {
    hi: "खाते का भुगतान",
    ta: "கணக்குத் தீர்வு",
    te: "ఖాతా చెల్లింపు",
    kn: "ಖಾತೆಯ ಇತ್ಯರ್ಥ",
  },
  "Show this code at the gate": {
    hi: "यह कोड गेट पर दिखाएँ",
    ta: "இந்தக் குறியீட்டை வாயிலில் காட்டவும்",
    te: "ఈ కోడ్‌ను గేటు వద్ద చూపించండి",
    kn: "ಈ ಕೋಡ್ ಅನ್ನು ಗೇಟ್‌ನಲ್ಲಿ ತೋರಿಸಿ",
  },
  Signature: { hi: "हस्ताक्षर", ta: "கையொப்பம்", te: "సంతకం", kn: "ಸಹಿ" },
  Slot: { hi: "स्लॉट", ta: "ஸ்லாட்", te: "స్లాట్", kn: "ಸ್ಲಾಟ್" },
  "Tariff version": { hi: "दर सूची वर्शन", ta: "கட்டண விகித பதிப்பு", te: "టారిఫ్ వెర్షన్", kn: "ದರಪಟ್ಟಿ ಆವೃತ್ತಿ" },
  Till: { hi: "समाप्ति", ta: "முடிவு", te: "ముగింపు", kn: "ಮುಕ್ತಾಯ" },
  "Tip for driver, not in total": {
    hi: "ड्राइवर के लिए टिप, कुल में शामिल नहीं",
    ta: "டிரைவர் டிப்ஸ், மொத்தத்தில் இல்லை",
    te: "డ్రైవర్‌కు టిప్, మొత్తంలో లేదు",
    kn: "ಚಾಲಕರಿಗೆ ಟಿಪ್, ಒಟ್ಟಿನಲ್ಲಿ ಇಲ್ಲ",
  },
  Token: { hi: "टोकन", ta: "டோக்கன்", te: "టోకెన్", kn: "ಟೋಕನ್" },
  Total: { hi: "कुल", ta: "மொத்தம்", te: "మొత్తం", kn: "ಒಟ್ಟು" },
  UPI: { hi: "UPI", ta: "UPI", te: "UPI", kn: "UPI" },
  "VALET TICKET": { hi: "वैले टिकट", ta: "வேலே டிக்கெட்", te: "వ్యాలె టికెట్", kn: "ವ್ಯಾಲೆ ಟಿಕೆಟ್" },
  "Valet parking": { hi: "वैले पार्किंग", ta: "வேலே பார்க்கிங்", te: "వ్యాలె పార్కింగ్", kn: "ವ್ಯಾಲೆ ಪಾರ್ಕಿಂಗ್" },
  "Valet phone": { hi: "वैले फ़ोन", ta: "வேலே போன்", te: "వ్యాలె ఫోన్", kn: "ವ್ಯಾಲೆ ಫೋನ್" },
  "{price} per {unit} or part": {
    hi: "हर {unit} या उसके हिस्से के {price}",
    ta: "ஒவ்வொரு {unit} அல்லது அதன் பகுதிக்கு {price}",
    te: "ప్రతి {unit} లేదా అందులో భాగానికి {price}",
    kn: "ಪ್ರತಿ {unit} ಅಥವಾ ಅದರ ಭಾಗಕ್ಕೆ {price}",
  },
  "{price}, minimum {amount}": {
    hi: "{price}, कम से कम {amount}",
    ta: "{price}, குறைந்தபட்சம் {amount}",
    te: "{price}, కనీసం {amount}",
    kn: "{price}, ಕನಿಷ್ಠ {amount}",
  },
} as const satisfies { readonly [text: string]: { readonly [language in TranslatedLanguage]: string } };

export type PaperText = keyof typeof texts;

/** All of them, for the list of unread translations. */
export const paperTexts = getKeys(texts);

/** The text in the language, with `{placeholders}` filled. */
export function getPaperText({
  language,
  text,
  values = {},
}: {
  language: Language;
  text: PaperText;
  values?: { readonly [name: string]: string };
}): string {
  return translateFilled({ message: text, values }, () => (language === "en" ? text : texts[text][language]));
}

/** How an amount was paid; in English the way is part of the phrase: 'Paid ₹40.00 in cash'. */
export function describePaperChannel({
  payment,
  language,
}: {
  payment: Parameters<typeof getPaymentChannel>[0];
  language: Language;
}): string {
  if (language === "en") return describeChannel(payment);
  return getPaperText({ language, text: channelLabels[getPaymentChannel(payment)] });
}

/** '2 மணிநேரம்'; English lengths are formatted by `english`. */
export function formatPaperDuration({
  minutes,
  language,
  english,
}: {
  minutes: number;
  language: Language;
  english: (minutes: number) => string;
}): string {
  if (language === "en") return english(minutes);
  return translateFilled(describeDuration(minutes).translation, translateTo(language));
}

/** '3 more hours at ₹20.00 = ₹60.00', with the amount at its end. */
export const getPaperChargeLine = ({ line, language }: { line: DescribedLine; language: Language }): string =>
  translateLine({ line, translate: translateTo(language) });

const translateTo =
  (language: Language) =>
  (message: string): string =>
    translateChargeMessage({ message, language });
