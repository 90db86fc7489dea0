#import <UIKit/UIKit.h>
#import "App.h"
@import CoreData;
NSString *s = @"@import No;";
