package in.chaavi.app;

import com.getcapacitor.BridgeActivity;

public class MainActivity extends BridgeActivity {}
